import type { Migration } from '../migration.ts';

export const mailboxStores: Migration = {
  version: 13,
  name: 'mailbox stores',
  statements: ({ text, keyed }) => [
    // Development mode only. `sealed` holds the content of a mail with its links; `store` is the project it belongs to.
    'DROP TABLE mailbox',
    `CREATE TABLE mailbox (id ${text} PRIMARY KEY, store ${text} NOT NULL, recipient ${text} NOT NULL, sender ${text} NOT NULL,
      reply_to ${text}, subject ${text} NOT NULL, sealed ${text} NOT NULL, created_at ${text} NOT NULL)${keyed}`,
  ],
};
