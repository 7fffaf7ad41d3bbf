import type { Migration } from '../migration.ts';

export const prices: Migration = {
  version: 6,
  name: 'prices',
  statements: ({ text, integer, keyed }) => [
    // Price of a project's call of an integration of this kind, in minor units; kinds without a row cost what the release says.
    `CREATE TABLE prices (kind ${text} PRIMARY KEY, amount ${integer} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
  ],
};
