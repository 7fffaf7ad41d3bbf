import type { Generated } from 'kysely';

/** The tables of outgoing webhooks in a project's store. Times are ISO text unless the name ends with `_ms`; flags are 0 or 1. */
export interface WebhookTables {
  _webhooks: WebhookRow;
  _webhook_deliveries: Omit<DeliveryRow, 'seq'> & { seq: Generated<number> };
  _webhook_attempts: AttemptRow;
}

export interface WebhookRow {
  id: string;
  /** An id, so that it survives renames of the table. */
  table_id: string;
  on_insert: number;
  on_update: number;
  on_delete: number;
  url: string;
  description: string | null;
  enabled: number;
  disabled_reason: string | null;
  disabled_at: string | null;
  consecutive_failures: number;
  /** Sealed. */
  secret: string | null;
  /** Sealed; signs together with `secret` until `previous_secret_until_ms`. */
  previous_secret: string | null;
  previous_secret_until_ms: number;
  /** The process that sends the pending deliveries, and until when; unused when a process has the database to itself. */
  lease_owner: string | null;
  lease_until_ms: number;
  /** Until when a listener fetches the deliveries; 0 for an ordinary webhook. */
  listen_until_ms: number;
  created_at: string;
  updated_at: string;
}

export type WebhookEvent = 'insert' | 'update' | 'delete';
export type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'skipped';
export type AttemptTrigger = 'auto' | 'resend' | 'test';

export interface DeliveryRow {
  seq: number;
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  /** The table's name at the time of the change. */
  table_name: string;
  state: DeliveryState;
  attempts: number;
  resends: number;
  is_test: number;
  /** Number of changes in the chain up to this one, including it; above 1 when functions change rows in response to deliveries. */
  depth: number;
  skipped_reason: 'disabled' | 'loop' | null;
  /** The JSON text that is sent, byte for byte. */
  body: string;
  created_at: string;
  /** For pending deliveries; 0 when no attempt was made and no resend requested. */
  next_attempt_at_ms: number;
}

export interface AttemptRow {
  delivery_id: string;
  attempt: number;
  trigger_kind: AttemptTrigger;
  started_at: string;
  duration_ms: number;
  url: string;
  /** JSON text of an object, without signatures. */
  request_headers: string;
  response_status: number | null;
  response_headers: string | null;
  response_body: string | null;
  truncated: number;
  error_class: string | null;
  error: string | null;
}
