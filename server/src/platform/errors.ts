/** All values of `code` in failed answers. `http/answers/status.ts` maps each to its status. */
export type ErrorCode =
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
  | 'invalid_url'
  | 'invalid_schedule'
  | 'invalid_source'
  | 'invalid_archive'
  | 'unsupported_archive'
  | 'wrong_passphrase'
  | 'passphrase_required'
  | 'confirmation_required'
  | 'missing_key'
  | 'invalid_key'
  | 'not_authenticated'
  | 'session_expired'
  | 'reauthentication_required'
  | 'invalid_credentials'
  | 'invalid_signature'
  | 'plan_required'
  | 'balance_exhausted'
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
  | 'webhook_disabled'
  | 'conflict'
  | 'idempotency_conflict'
  | 'not_empty'
  | 'integration_not_connected'
  | 'rate_limited'
  | 'internal_error'
  | 'damaged'
  | 'function_error'
  | 'function_out_of_memory'
  | 'upstream_error'
  | 'overloaded'
  | 'unavailable'
  | 'function_unhealthy'
  | 'function_timeout'
  | 'query_timeout'
  | 'storage_full';

export interface ServiceErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
  readonly retryAfterSeconds?: number;
  /** The limit that was exceeded; becomes `RateLimit-Limit`. */
  readonly limit?: number;
  /** The rest of the limit, which the request exceeded as a whole; absent when nothing is left. */
  readonly remaining?: number;
  readonly subject?: string;
}

/** A failure that is reported to the caller: `code` for programs, `message` a sentence for people. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly limit: number | undefined;
  readonly remaining: number;
  readonly subject: string | undefined;

  constructor(code: ErrorCode, publicMessage: string, options: ServiceErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.limit = options.limit;
    this.remaining = options.remaining ?? 0;
    this.subject = options.subject;
  }
}

/** Reports invalid fields of a body or of parameters; `fields` maps each name to its problem. */
export function validationFailed(fields: Readonly<Record<string, string>>): ServiceError {
  const sentence = Object.entries(fields)
    .slice(0, 3)
    .map(([field, problem]) => `${field} ${problem}`)
    .join('; ');
  return new ServiceError('validation_failed', `${sentence}.`, { details: { fields } });
}
