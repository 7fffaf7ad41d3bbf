import type { Migration } from '../migration.ts';

/** Times are ISO text unless a name ends with `_ms`, flags are 0 or 1. */
export const webhooks: Migration = {
  version: 6,
  name: 'webhooks',
  statements: ({ text, integer, uuid, autoId, keyed }) => [
    // Changes are captured as the deliveries they cause.
    'DROP TABLE _row_changes',
    // Secrets are sealed. `disabled_mail_due`: owners must be notified. `lease_*`: the process that sends.
    `CREATE TABLE _webhooks (id ${uuid} PRIMARY KEY, table_id ${uuid} NOT NULL, on_insert ${integer} NOT NULL,
      on_update ${integer} NOT NULL, on_delete ${integer} NOT NULL, url ${text} NOT NULL, description ${text},
      enabled ${integer} NOT NULL, disabled_reason ${text}, disabled_at ${text}, consecutive_failures ${integer} NOT NULL,
      secret ${text}, previous_secret ${text}, previous_secret_until_ms ${integer} NOT NULL,
      lease_owner ${text}, lease_until_ms ${integer} NOT NULL, disabled_mail_due ${integer} NOT NULL DEFAULT 0,
      created_at ${text} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
    'CREATE INDEX _webhooks_table ON _webhooks (table_id)',
    // Triggers fill it. `seq` orders first attempts, before which `next_attempt_at_ms` is 0, which groups them
    // together. `resends`: requested attempts not made yet; `is_test`: a test delivery.
    `CREATE TABLE _webhook_deliveries (seq ${autoId}, id ${uuid} NOT NULL UNIQUE, webhook_id ${uuid} NOT NULL,
      event ${text} NOT NULL, table_name ${text} NOT NULL, state ${text} NOT NULL, attempts ${integer} NOT NULL DEFAULT 0,
      resends ${integer} NOT NULL DEFAULT 0, is_test ${integer} NOT NULL DEFAULT 0, body ${text} NOT NULL,
      created_at ${text} NOT NULL, next_attempt_at_ms ${integer} NOT NULL DEFAULT 0)`,
    `CREATE INDEX _webhook_deliveries_log ON _webhook_deliveries (webhook_id, seq)`,
    // Contains only pending deliveries, so finding work costs the same however many are kept.
    `CREATE INDEX _webhook_deliveries_pending ON _webhook_deliveries (webhook_id, next_attempt_at_ms, seq)
      WHERE state = 'pending'`,
    // `trigger_kind`: auto, resend or test. Headers are JSON text; request headers are stored without signatures.
    `CREATE TABLE _webhook_attempts (delivery_id ${uuid} NOT NULL, attempt ${integer} NOT NULL, trigger_kind ${text} NOT NULL,
      started_at ${text} NOT NULL, duration_ms ${integer} NOT NULL, url ${text} NOT NULL, request_headers ${text} NOT NULL,
      response_status ${integer}, response_headers ${text}, response_body ${text}, truncated ${integer} NOT NULL,
      error_class ${text}, error ${text}, PRIMARY KEY (delivery_id, attempt))${keyed}`,
  ],
};
