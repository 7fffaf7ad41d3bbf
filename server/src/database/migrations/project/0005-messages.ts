import type { Migration } from '../migration.ts';

/** The inbox. */
export const messages: Migration = {
  version: 5,
  name: 'messages',
  statements: () => [],
};
