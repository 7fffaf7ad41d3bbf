import type { Migration } from '../migration.ts';

export const prices: Migration = {
  version: 6,
  name: 'prices',
  statements: ({ text, integer, keyed }) => [
    // Price of a project's call of an integration of this kind, in minor units; a kind without a row has the release's
    // default price.
    `CREATE TABLE prices (kind ${text} PRIMARY KEY, amount ${integer} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
  ],
};
