import type { Migration } from '../migration.ts';

/**
 * `settled_id`: no row with a larger id counts as settled; it only grows. `settled_version`: the version in which a
 * settled row was last changed, so that a count of settled rows holds from then on. Counts are kept in memory, so an
 * older release that does not note its changes here misleads nobody.
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
