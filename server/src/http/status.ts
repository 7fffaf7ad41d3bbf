import type { ErrorCode } from '../platform/errors.ts';

/** The one table from what went wrong to the status of the answer. */
const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid_json: 400,
  validation_failed: 400,
  invalid_filter: 400,
  invalid_order: 400,
  invalid_select: 400,
  invalid_limit: 400,
  unknown_parameter: 400,
  unknown_column: 400,
  read_only_column: 400,
  filter_required: 400,
  batch_too_large: 400,
  batch_failed: 400,
  invalid_format: 400,
  invalid_aggregate: 400,
  invalid_token: 400,
  weak_password: 400,
  missing_key: 401,
  invalid_key: 401,
  not_authenticated: 401,
  session_expired: 401,
  invalid_credentials: 401,
  forbidden: 403,
  origin_not_allowed: 403,
  project_not_found: 404,
  table_not_found: 404,
  row_not_found: 404,
  not_found: 404,
  method_not_allowed: 405,
  payload_too_large: 413,
  unsupported_media_type: 415,
  duplicate: 409,
  in_use: 409,
  idempotency_conflict: 409,
  rate_limited: 429,
  internal_error: 500,
  overloaded: 503,
  unavailable: 503,
  query_timeout: 504,
  storage_full: 507,
};

export function statusOf(code: ErrorCode): number {
  return STATUS[code];
}
