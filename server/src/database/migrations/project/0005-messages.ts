import type { Migration } from '../migration.ts';

/** The inbox. Lists go down the ids, which are times; the columns are those of `messagesTable`. */
export const messages: Migration = {
  version: 5,
  name: 'messages',
  statements: ({ text, integer, uuid, timestamp, json, boolean, keyed }) => [
    `CREATE TABLE _messages (id ${uuid} PRIMARY KEY, body ${text} NOT NULL, from_name ${text}, from_email ${text},
      user_id ${uuid}, sender_verified ${boolean} NOT NULL, metadata ${json} NOT NULL, status ${text} NOT NULL,
      spam_reason ${text}, source_url ${text}, created_at ${timestamp} NOT NULL, read_at ${timestamp},
      notified_at ${timestamp})${keyed}`,
    'CREATE INDEX _messages_status ON _messages (status, id)',
    // Texts of the last minutes, as hashes: what comes again before its time is spam. Times are milliseconds.
    `CREATE TABLE _message_texts (hash ${text} PRIMARY KEY, spam_until ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX _message_texts_spam_until ON _message_texts (spam_until)',
    // Messages the owner has not been mailed about. A row goes in the transaction that puts the mail into the queue.
    `CREATE TABLE _message_notices (message_id ${uuid} PRIMARY KEY, created_at ${integer} NOT NULL)${keyed}`,
    // One row: when the present hour of mails began, how many went out in it, and whether its digest is on the way.
    `CREATE TABLE _message_hour (id ${integer} PRIMARY KEY, started_at ${integer} NOT NULL, mails ${integer} NOT NULL,
      digest_at ${integer}, version ${integer} NOT NULL)`,
    'INSERT INTO _message_hour (id, started_at, mails, digest_at, version) VALUES (1, 0, 0, NULL, 0)',
  ],
};
