import { isoTime } from '../../platform/clock.ts';
import type { DeliveryRecord } from './webhook-schemas.ts';
import type { AttemptRow, DeliveryRow } from './webhook-tables.ts';

/** `attempts` must be in order. */
export function presentDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryRecord {
  return {
    id: row.id,
    webhook_id: row.webhook_id,
    event: row.event,
    table: row.table_name,
    state: row.state,
    ...(row.skipped_reason !== null && { skipped_reason: row.skipped_reason }),
    created_at: row.created_at,
    next_attempt_at: nextAttemptAt(row),
    attempts: attempts.map((attempt) => presentAttempt(attempt, row.body)),
  };
}

/** Null when there is no further attempt. A first attempt has been due since the delivery was created. */
function nextAttemptAt({ state, next_attempt_at_ms: ms, created_at: createdAt }: DeliveryRow): string | null {
  if (state !== 'pending') return null;
  return ms === 0 ? createdAt : isoTime(ms);
}

function presentAttempt(row: AttemptRow, body: string): DeliveryRecord['attempts'][number] {
  return {
    attempt: row.attempt,
    trigger: row.trigger_kind,
    started_at: row.started_at,
    duration_ms: row.duration_ms,
    url: row.url,
    request_headers: JSON.parse(row.request_headers) as Record<string, string>,
    request_body: body,
    response_status: row.response_status === null ? null : row.response_status,
    response_headers:
      row.response_headers === null ? null : (JSON.parse(row.response_headers) as Record<string, string>),
    response_body: row.response_body,
    truncated: row.truncated === 1,
    error_class: row.error_class,
    error: row.error,
  };
}
