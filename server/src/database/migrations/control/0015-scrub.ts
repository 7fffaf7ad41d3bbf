import type { Migration } from '../migration.ts';

export const scrub: Migration = {
  version: 15,
  name: 'scrub',
  statements: ({ text, integer, keyed }) => [
    // One row: the process that checks all blobs against their hashes; `place` is empty between rounds.
    `CREATE TABLE scrub (id ${integer} PRIMARY KEY, owner ${text} NOT NULL, lease_until_ms ${integer} NOT NULL, place ${text} NOT NULL, finished_at_ms ${integer} NOT NULL)`,
    "INSERT INTO scrub (id, owner, lease_until_ms, place, finished_at_ms) VALUES (1, '', 0, '', 0)",
    `CREATE TABLE damaged_blobs (store ${text} NOT NULL, blob_id ${text} NOT NULL, damage ${text} NOT NULL, found_at ${text} NOT NULL,
      PRIMARY KEY (store, blob_id))${keyed}`,
  ],
};
