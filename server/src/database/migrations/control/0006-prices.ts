import type { Migration } from '../migration.ts';

export const prices: Migration = {
  version: 6,
  name: 'prices',
  statements: ({ text, integer, keyed }) => [
    // What a call of an integration of this kind costs a project, in minor units; kinds without a row cost what the release says.
    `CREATE TABLE prices (kind ${text} PRIMARY KEY, amount ${integer} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
  ],
};
