import type { Migration } from '../migration.ts';

export const appDomains: Migration = {
  version: 5,
  name: 'app domains',
  statements: ({ text, keyed }) => [
    // Host names of published apps besides the usual one. A name is one project's only.
    `CREATE TABLE app_domains (domain ${text} PRIMARY KEY, store ${text} NOT NULL)${keyed}`,
    'CREATE INDEX app_domains_store ON app_domains (store)',
  ],
};
