import type { Migration } from '../migration.ts';

/**
 * Rows up to `settled_id`, which only grows, are settled; `settled_version` is the version of their last change
 * (docs/decisions/0036-counts-go-on-from-settled-rows.md).
 */
export const settledRows: Migration = {
  version: 23,
  name: 'settled rows',
  readableFrom: 12,
  statements: ({ uuid, integer }) => [
    `ALTER TABLE _table_stats ADD COLUMN settled_id ${uuid}`,
    `ALTER TABLE _table_stats ADD COLUMN settled_version ${integer} NOT NULL DEFAULT 0`,
  ],
};
