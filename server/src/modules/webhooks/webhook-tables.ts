import type { Generated } from 'kysely';

/** The tables of outgoing webhooks in a project's store. Times are ISO text unless a name ends with `_ms`, flags 0 or 1. */
export interface WebhookTables {
  _webhooks: WebhookRow;
  _webhook_deliveries: Omit<DeliveryRow, 'seq'> & { seq: Generated<number> };
  _webhook_attempts: AttemptRow;
}

export interface WebhookRow {
  id: string;
  /** Survives renames of the table. */
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
  /** Sealed; signs beside `secret` until the time that follows. */
  previous_secret: string | null;
  previous_secret_until_ms: number;
  /** Which process sends what is pending, and until when; unused where a process has the database to itself. */
  lease_owner: string | null;
  lease_until_ms: number;
  /** Until when somebody listens, whose deliveries are fetched and not sent; 0: an ordinary webhook. */
  listen_until_ms: number;
  created_at: string;
  updated_at: string;
}

export type WebhookEvent = 'insert' | 'update' | 'delete';
export type DeliveryState = 'pending' | 'succeeded' | 'failed' | 'skipped';
export type AttemptTrigger = 'auto' | 'resend' | 'test';

export interface DeliveryRow {
  /** The order of first attempts. */
  seq: number;
  id: string;
  webhook_id: string;
  event: WebhookEvent;
  /** The table's name when the row was changed. */
  table_name: string;
  state: DeliveryState;
  /** Made so far, of whatever kind. */
  attempts: number;
  /** Attempts that were asked for and not yet made. */
  resends: number;
  is_test: number;
  /** How many changes led to this one, itself included: more than one where functions change rows that others hear of. */
  depth: number;
  skipped_reason: 'disabled' | 'loop' | null;
  /** The JSON text that is sent, byte for byte. */
  body: string;
  created_at: string;
  /** Of what is pending: 0 where nothing was tried and nothing asked for. */
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
  /** Up to 16 KB, as text. */
  response_body: string | null;
  truncated: number;
  error_class: string | null;
  error: string | null;
}
