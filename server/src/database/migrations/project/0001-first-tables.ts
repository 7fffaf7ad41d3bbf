import type { Migration } from '../migration.ts';

export const firstTables: Migration = {
  version: 1,
  name: 'first-tables',
  statements: ({ text, integer, uuid, autoId, keyed }) => [
    // `definition` and `rules` are JSON text; times are ISO text.
    `CREATE TABLE _tables (id ${uuid} PRIMARY KEY, name ${text} NOT NULL UNIQUE, definition ${text} NOT NULL, rules ${text} NOT NULL,
      version ${integer} NOT NULL, created_at ${text} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
    // `table_rows` is null while unknown; `version` changes with every write of the table.
    `CREATE TABLE _table_stats (table_id ${uuid} PRIMARY KEY, table_rows ${integer}, version ${integer} NOT NULL)${keyed}`,
    // Rows as JSON text, written by triggers on watched tables in the transaction of the change.
    `CREATE TABLE _row_changes (id ${autoId}, table_id ${uuid} NOT NULL, table_name ${text} NOT NULL, op ${text} NOT NULL,
      old_row ${text}, new_row ${text}, changed_at ${text} NOT NULL)`,
    // `results` is JSON text; times are milliseconds since 1970.
    `CREATE TABLE _idempotency (request_key ${text} PRIMARY KEY, fingerprint ${text} NOT NULL, results ${text} NOT NULL,
      expires_at ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _idempotency_expires_at ON _idempotency (expires_at)',
    `CREATE TABLE _files (id ${uuid} PRIMARY KEY)${keyed}`,
    `INSERT INTO _meta (name, value) VALUES ('schema_version', 1)`,
  ],
};
