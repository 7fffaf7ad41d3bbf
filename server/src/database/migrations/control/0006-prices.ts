import type { Migration } from '../migration.ts';

export const prices: Migration = {
  version: 6,
  name: 'prices',
  statements: ({ text, integer, keyed }) => [
    // In minor units; a kind without a row has the release's default price.
    `CREATE TABLE prices (kind ${text} PRIMARY KEY, amount ${integer} NOT NULL, updated_at ${text} NOT NULL)${keyed}`,
  ],
};
