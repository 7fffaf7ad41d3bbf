import type { Migration } from '../migration.ts';

export const daySpending: Migration = {
  version: 16,
  name: 'day spending',
  readableFrom: 12,
  statements: ({ text }) => [
    // The day on which the owners were notified that AI calls have nearly used up its limit.
    `ALTER TABLE _balance ADD COLUMN ai_noticed ${text}`,
    'CREATE INDEX _balance_entries_kind ON _balance_entries (kind, created_at)',
  ],
};
