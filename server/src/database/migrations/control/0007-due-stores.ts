import type { Migration } from '../migration.ts';

/** When stores with work are due, for one indexed query. Notes of earlier releases are due at once. */
export const dueStores: Migration = {
  version: 7,
  name: 'due stores',
  readableFrom: 5,
  statements: ({ text, integer }) =>
    ['store_work', 'webhook_work'].flatMap((table) => [
      `ALTER TABLE ${table} ADD COLUMN due_at ${integer} NOT NULL DEFAULT 0`,
      `ALTER TABLE ${table} ADD COLUMN note_id ${text} NOT NULL DEFAULT ''`,
      `CREATE INDEX ${table}_due ON ${table} (due_at)`,
    ]),
};
