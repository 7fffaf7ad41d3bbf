import type { Migration } from '../migration.ts';

export const apps: Migration = {
  version: 8,
  name: 'apps',
  statements: ({ text, integer, uuid, keyed }) => [
    // One row. `revision` changes with every publish, so that a change based on an old state is detected.
    `CREATE TABLE _app_state (id ${integer} PRIMARY KEY, deployment_id ${uuid}, last_number ${integer} NOT NULL, revision ${integer} NOT NULL)${keyed}`,
    'INSERT INTO _app_state (id, last_number, revision) VALUES (1, 0, 0)',
    // `functions` and `webhooks` are JSON text: names.
    `CREATE TABLE _app_deployments (id ${uuid} PRIMARY KEY, number ${integer} NOT NULL UNIQUE, files ${integer} NOT NULL, size_bytes ${integer} NOT NULL,
      functions ${text} NOT NULL, webhooks ${text} NOT NULL, created_at ${text} NOT NULL)`,
    // Each content is stored once: a blob with the bytes, then the compressed forms that are shorter.
    `CREATE TABLE _app_contents (hash ${text} PRIMARY KEY, blob_id ${uuid} NOT NULL, size ${integer} NOT NULL, br_size ${integer} NOT NULL, gzip_size ${integer} NOT NULL)${keyed}`,
    `CREATE TABLE _app_files (deployment_id ${uuid} NOT NULL, path ${text} NOT NULL, hash ${text} NOT NULL, mime_type ${text} NOT NULL,
      PRIMARY KEY (deployment_id, path))${keyed}`,
    'CREATE INDEX _app_files_hash ON _app_files (hash)',
    'CREATE INDEX _app_contents_blob ON _app_contents (blob_id)',
    // The functions of kept deployments, for rolling back to them. `options` is JSON text.
    `CREATE TABLE _function_deployments (deployment_id ${uuid} NOT NULL, function ${text} NOT NULL, version_id ${uuid} NOT NULL, options ${text} NOT NULL,
      PRIMARY KEY (deployment_id, function))${keyed}`,
    'CREATE INDEX _function_deployments_version ON _function_deployments (version_id)',
  ],
};
