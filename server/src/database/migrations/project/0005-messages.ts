import type { Migration } from '../migration.ts';

/** The inbox. Lists are ordered by the ids, which contain the time; the columns are those of `messagesTable`. */
export const messages: Migration = {
  version: 5,
  name: 'messages',
  statements: ({ text, integer, uuid, timestamp, json, boolean, keyed }) => [
    `CREATE TABLE _messages (id ${uuid} PRIMARY KEY, body ${text} NOT NULL, from_name ${text}, from_email ${text},
      user_id ${uuid}, sender_verified ${boolean} NOT NULL, metadata ${json} NOT NULL, status ${text} NOT NULL,
      spam_reason ${text}, source_url ${text}, created_at ${timestamp} NOT NULL, read_at ${timestamp},
      notified_at ${timestamp})${keyed}`,
    'CREATE INDEX _messages_status ON _messages (status, id)',
    // Hashes of recent texts: a text that is repeated before `spam_until` is spam. Times are in milliseconds.
    `CREATE TABLE _message_texts (hash ${text} PRIMARY KEY, spam_until ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _message_texts_spam_until ON _message_texts (spam_until)',
    // Messages that the owner has not been mailed about. A row is deleted in the transaction that enqueues the mail.
    `CREATE TABLE _message_notices (message_id ${uuid} PRIMARY KEY, created_at ${integer} NOT NULL)${keyed}`,
    // One row: the start of the current hour of mails, how many were sent in it, and whether its digest is scheduled.
    `CREATE TABLE _message_hour (id ${integer} PRIMARY KEY, started_at ${integer} NOT NULL, mails ${integer} NOT NULL,
      digest_at ${integer}, version ${integer} NOT NULL)`,
    'INSERT INTO _message_hour (id, started_at, mails, digest_at, version) VALUES (1, 0, 0, NULL, 0)',
  ],
};
