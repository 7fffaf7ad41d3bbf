import type { Migration } from '../migration.ts';

/** Stored files. */
export const files: Migration = {
  version: 4,
  name: 'files',
  statements: () => [],
};
