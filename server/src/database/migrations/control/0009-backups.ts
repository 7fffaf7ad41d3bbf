import type { Migration } from '../migration.ts';

export const backups: Migration = {
  version: 9,
  name: 'backups',
  statements: ({ text, integer, keyed }) => [
    // Stores that projects had before a restore; `store` is the project's current one.
    `CREATE TABLE former_stores (former ${text} PRIMARY KEY, store ${text} NOT NULL)${keyed}`,
    'CREATE INDEX former_stores_store ON former_stores (store)',
    // `kept_in`: `target` (under `file`) or `blobs` (under the id). A running backup past `lease_until_ms` has died.
    // Each `slot`, the scheduled time, is taken only once.
    `CREATE TABLE backups (id ${text} PRIMARY KEY, store ${text} NOT NULL, state ${text} NOT NULL, trigger_kind ${text} NOT NULL,
      kept_in ${text} NOT NULL, file ${text}, slot ${text}, excluded ${text} NOT NULL, created_at ${text} NOT NULL, size_bytes ${integer},
      sha256 ${text}, verified_at ${text}, error ${text}, lease_until_ms ${integer} NOT NULL, attempts ${integer} NOT NULL, UNIQUE (store, slot))${keyed}`,
    'CREATE INDEX backups_store ON backups (store, id)',
    // `record` is the JSON text that GET returns, `target` the store that is being filled.
    `CREATE TABLE restores (id ${text} PRIMARY KEY, store ${text} NOT NULL, target ${text} NOT NULL, state ${text} NOT NULL,
      record ${text} NOT NULL, created_at ${text} NOT NULL, lease_until_ms ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX restores_store ON restores (store)',
    // While a backup reads them, blobs of the store outlive the files they belong to.
    `CREATE TABLE blob_holds (id ${text} PRIMARY KEY, store ${text} NOT NULL, until_ms ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX blob_holds_store ON blob_holds (store)',
    // One row: the last scheduled time that was taken.
    `CREATE TABLE backup_schedule (id ${integer} PRIMARY KEY, last_slot ${text} NOT NULL)`,
    "INSERT INTO backup_schedule (id, last_slot) VALUES (1, '')",
  ],
};
