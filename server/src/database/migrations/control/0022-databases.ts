import type { Migration } from '../migration.ts';

export const databases: Migration = {
  version: 22,
  name: 'databases',
  readableFrom: 15,
  statements: ({ text, integer, number, keyed }) => [
    // The databases that hold stores of projects. `primary` also holds this table, and has no address here.
    `CREATE TABLE databases (name ${text} PRIMARY KEY, sealed_url ${text}, accepts_new ${integer} NOT NULL, weight ${number} NOT NULL,
      created_at ${text})${keyed}`,
    "INSERT INTO databases (name, accepts_new, weight) VALUES ('primary', 1, 1)",
    // Stores that are not in `primary`.
    `CREATE TABLE store_places (store ${text} PRIMARY KEY, database_name ${text} NOT NULL REFERENCES databases (name))${keyed}`,
    'CREATE INDEX store_places_database ON store_places (database_name)',
    // `process` is the live process that runs it; `kept_until` is null once the source's copy is gone.
    `CREATE TABLE store_moves (id ${text} PRIMARY KEY, store ${text} NOT NULL, source ${text} NOT NULL, target ${text} NOT NULL,
      state ${text} NOT NULL, process ${text} NOT NULL, error ${text}, bytes ${integer}, created_at ${text} NOT NULL, ended_at ${text},
      kept_until ${text})${keyed}`,
    'CREATE INDEX store_moves_store ON store_moves (store, id)',
    'CREATE INDEX store_moves_state ON store_moves (state)',
    'CREATE INDEX store_moves_kept ON store_moves (kept_until)',
  ],
};
