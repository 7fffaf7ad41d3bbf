import type { Migration } from '../migration.ts';

export const functionWebhooks: Migration = {
  version: 18,
  name: 'function webhooks',
  readableFrom: 12,
  statements: ({ text, integer, uuid }) => [
    // `depth`: the changes that led to this one, and itself; `skipped_reason` is `disabled` or `loop`.
    `ALTER TABLE _webhook_deliveries ADD COLUMN depth ${integer} NOT NULL DEFAULT 1`,
    `ALTER TABLE _webhook_deliveries ADD COLUMN skipped_reason ${text}`,
    // The delivery that a run with the trigger `change` receives.
    `ALTER TABLE _function_runs ADD COLUMN delivery_id ${uuid}`,
    // Set within a transaction for its triggers, for an engine without transaction settings.
    `CREATE TABLE _change_depth (id ${integer} PRIMARY KEY, depth ${integer} NOT NULL)`,
  ],
};
