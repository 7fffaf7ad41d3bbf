import type { Migration } from '../migration.ts';

/** A file's bytes are the blob of the same id. Rows are read like an owner's table, so columns have those types. */
export const files: Migration = {
  version: 4,
  name: 'files',
  statements: ({ text, integer, uuid, timestamp, json, keyed }) => [
    'DROP TABLE _files',
    // Signed links contain `link_version`: changing it ends all links of a file.
    `CREATE TABLE _files (id ${uuid} PRIMARY KEY, created_at ${timestamp} NOT NULL, updated_at ${timestamp} NOT NULL,
      owner_id ${uuid}, name ${text} NOT NULL, path ${text} NOT NULL, size ${integer} NOT NULL, mime_type ${text} NOT NULL,
      visibility ${text} NOT NULL, checksum_sha256 ${text} NOT NULL, width ${integer}, height ${integer},
      metadata ${json} NOT NULL, link_version ${integer} NOT NULL DEFAULT 1)${keyed}`,
    'CREATE INDEX _files_path ON _files (path)',
    'CREATE INDEX _files_owner ON _files (owner_id)',
    // One row: the number of files and their bytes, updated together with them.
    `CREATE TABLE _storage_usage (id ${integer} PRIMARY KEY, files ${integer} NOT NULL, bytes ${integer} NOT NULL)${keyed}`,
    'INSERT INTO _storage_usage (id, files, bytes) VALUES (1, 0, 0)',
  ],
};
