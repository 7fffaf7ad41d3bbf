import type { Migration } from '../migration.ts';

/**
 * The last version whose change noted whether it changed settled rows. Processes of older releases, which may run beside
 * newer ones on PostgreSQL, note nothing (docs/decisions/0063-settled-counts-on-postgresql.md).
 */
export const notedVersions: Migration = {
  version: 26,
  name: 'noted versions',
  readableFrom: 12,
  statements: ({ integer }) => [`ALTER TABLE _table_stats ADD COLUMN noted_version ${integer}`],
};
