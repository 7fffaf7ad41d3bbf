import type { Migration } from '../migration.ts';

export const liveProcesses: Migration = {
  version: 14,
  name: 'live processes',
  readableFrom: 13,
  statements: ({ uuid, integer, keyed }) => [
    // Processes that serve this database; times are by the database's clock.
    `CREATE TABLE live_processes (id ${uuid} PRIMARY KEY, seen_at_ms ${integer} NOT NULL)${keyed}`,
  ],
};
