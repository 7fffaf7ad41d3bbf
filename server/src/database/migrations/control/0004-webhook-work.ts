import type { Migration } from '../migration.ts';

export const webhookWork: Migration = {
  version: 4,
  name: 'webhook work',
  statements: ({ text, integer, keyed }) => [
    // Stores with deliveries that may wait to be sent, like `store_work` for jobs.
    `CREATE TABLE webhook_work (store ${text} PRIMARY KEY, noted_at ${integer} NOT NULL)${keyed}`,
  ],
};
