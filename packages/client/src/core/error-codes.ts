/** Codes raised in the app itself, with status 0. The app can also raise `file_too_large` and `validation_failed`. */
type LocalCode =
  | 'config_missing'
  | 'network_error'
  | 'timeout'
  | 'aborted'
  | 'cookie_blocked'
  | 'invalid_response'
  | 'passkey_cancelled'
  | 'passkeys_unsupported';

type ServiceCode =
  | 'invalid_json'
  | 'validation_failed'
  | 'invalid_filter'
  | 'invalid_order'
  | 'invalid_select'
  | 'invalid_cursor'
  | 'invalid_limit'
  | 'unknown_parameter'
  | 'unknown_column'
  | 'read_only_column'
  | 'filter_required'
  | 'batch_too_large'
  | 'batch_failed'
  | 'invalid_format'
  | 'invalid_aggregate'
  | 'invalid_token'
  | 'password_required'
  | 'weak_password'
  | 'missing_key'
  | 'invalid_key'
  | 'not_authenticated'
  | 'session_expired'
  | 'reauthentication_required'
  | 'invalid_credentials'
  | 'invalid_signature'
  | 'forbidden'
  | 'signup_disabled'
  | 'email_not_verified'
  | 'user_disabled'
  | 'origin_not_allowed'
  | 'project_not_found'
  | 'table_not_found'
  | 'row_not_found'
  | 'file_not_found'
  | 'function_not_found'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_invocable'
  | 'payload_too_large'
  | 'file_too_large'
  | 'unsupported_media_type'
  | 'range_not_satisfiable'
  | 'duplicate'
  | 'email_exists'
  | 'in_use'
  | 'conflict'
  | 'idempotency_conflict'
  | 'integration_not_connected'
  | 'rate_limited'
  | 'internal_error'
  | 'function_error'
  | 'function_out_of_memory'
  | 'function_timeout'
  | 'function_unhealthy'
  | 'query_timeout'
  | 'upstream_error'
  | 'overloaded'
  | 'unavailable'
  | 'storage_full';

/** Error codes. Functions of the project may define their own, so any text is allowed. */
export type ErrorCode = LocalCode | ServiceCode | (string & {});

export interface ErrorDetails {
  /** The problem of each invalid field, by the field's name. */
  readonly fields?: Readonly<Record<string, string>>;
  /** With `batch_failed`: the index of the first item that failed, from 0, and its code. */
  readonly index?: number;
  readonly code?: ErrorCode;
  readonly reason?: string;
  /** With a search whose index is being built: the part that is done, from 0 to 1. */
  readonly progress?: number;
  readonly [fact: string]: unknown;
}
