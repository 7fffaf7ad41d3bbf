import type { ReadStore } from '../read-store.ts';
import { withDatabase } from './move/database-client.ts';
import { schemaOf } from './store-text.ts';

/** Stores of other databases than this one have no rows. */
export async function withStores<Result>(url: string, use: (read: ReadStore) => Promise<Result>): Promise<Result> {
  return await withDatabase(url, (database) =>
    use(async (store, text) => {
      const [meta] = await database.rows('SELECT to_regclass($1) IS NOT NULL AS found', [`${schemaOf(store)}._meta`]);
      if (meta?.['found'] !== true) return [];
      return await database.rows(text((name) => `${schemaOf(store)}.${name}`));
    }),
  );
}
