import type { StoreName } from '../../src/database/index.ts';
import { withDatabase } from '../../src/database/postgres/move/database-client.ts';
import { describeStore } from '../../src/database/postgres/move/describe-store.ts';

/** Everything in a store: its definition, and all rows as text. Undefined when the database does not have the store. */
export async function storeContents(
  url: string,
  store: StoreName,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  return await withDatabase(url, async (database) => {
    const [found] = await database.rows(`SELECT to_regclass('"${store}"._meta') IS NOT NULL AS here`);
    if (found?.['here'] !== true) return undefined;
    const definition = await describeStore(database, store);
    const rows: Record<string, unknown> = {};
    for (const { name } of definition.tables) {
      const all = await database.rows(`SELECT t::text AS row FROM ${name} t ORDER BY 1`);
      rows[name] = all.map(({ row }) => row);
    }
    return { definition, rows };
  });
}
