import type { Migration } from '../migration.ts';

/** Changes of tables that are prepared while the tables are used, and changes that ended recently. */
export const tableChanges: Migration = {
  version: 24,
  name: 'table changes',
  readableFrom: 12,
  statements: ({ text, shortText, integer, keyed }) => [
    `CREATE TABLE _table_changes (id ${shortText} PRIMARY KEY, project_id ${shortText} NOT NULL, table_id ${shortText} NOT NULL, table_name ${shortText} NOT NULL,
      state ${shortText} NOT NULL, request ${text} NOT NULL, author ${text} NOT NULL, prepared ${text} NOT NULL,
      rows_done ${integer} NOT NULL, rows_total ${integer} NOT NULL, error ${text}, lease_owner ${shortText} NOT NULL,
      lease_until_ms ${integer} NOT NULL, created_at ${shortText} NOT NULL, ended_at ${shortText})${keyed}`,
  ],
};
