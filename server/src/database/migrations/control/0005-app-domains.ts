import type { Migration } from '../migration.ts';

export const appDomains: Migration = {
  version: 5,
  name: 'app domains',
  statements: ({ text, keyed }) => [
    `CREATE TABLE app_domains (domain ${text} PRIMARY KEY, store ${text} NOT NULL)${keyed}`,
    'CREATE INDEX app_domains_store ON app_domains (store)',
  ],
};
