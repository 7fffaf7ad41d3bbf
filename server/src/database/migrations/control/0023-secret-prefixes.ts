import type { Migration } from '../migration.ts';

export const secretPrefixes: Migration = {
  version: 23,
  name: 'secret prefixes',
  readableFrom: 15,
  statements: ({ text }) => [
    `ALTER TABLE project_keys ADD COLUMN prefix ${text}`,
    `ALTER TABLE personal_tokens ADD COLUMN prefix ${text}`,
  ],
};
