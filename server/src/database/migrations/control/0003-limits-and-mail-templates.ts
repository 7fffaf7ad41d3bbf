import type { Migration } from '../migration.ts';

export const limitsAndMailTemplates: Migration = {
  version: 3,
  name: 'limits and mail templates',
  statements: ({ text, integer, keyed }) => [
    // Hits that processes sharing a database count together; times are in milliseconds.
    `CREATE TABLE limit_keys (limit_key ${text} PRIMARY KEY, expires_at ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX limit_keys_expiry ON limit_keys (expires_at)',
    `CREATE TABLE limit_hits (id ${text} PRIMARY KEY, limit_key ${text} NOT NULL, hit_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL)${keyed}`,
    'CREATE INDEX limit_hits_key ON limit_hits (limit_key, hit_at)',
    'CREATE INDEX limit_hits_expiry ON limit_hits (expires_at)',
    // The projects' own texts; `html` is null when it is generated from `body_text`.
    `CREATE TABLE mail_templates (store ${text} NOT NULL, kind ${text} NOT NULL, subject ${text} NOT NULL,
      body_text ${text} NOT NULL, button ${text} NOT NULL, html ${text}, updated_at ${text} NOT NULL,
      PRIMARY KEY (store, kind))${keyed}`,
  ],
};
