import type { Migration } from '../migration.ts';

/** Progress of indexing the words of rows that existed before their index. */
export const searchBuilds: Migration = {
  version: 17,
  name: 'search builds',
  readableFrom: 12,
  statements: ({ shortText, integer, keyed }) => [
    `CREATE TABLE _search_builds (table_id ${shortText} PRIMARY KEY, search_key ${shortText} NOT NULL, after_id ${shortText} NOT NULL,
      rows_done ${integer} NOT NULL, rows_total ${integer} NOT NULL)${keyed}`,
  ],
};
