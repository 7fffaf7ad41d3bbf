import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StoreName } from '../../src/database/index.ts';
import { withDatabase } from '../../src/database/postgres/move/database-client.ts';

export interface StoredIn {
  readonly dataDir: string;
  /** Undefined on SQLite. */
  readonly url: string | undefined;
}

/** In the names of indexes and triggers. */
const ID = /[0-9a-f]{32}/g;

type ShapeRow = Readonly<Record<string, unknown>>;

/** The columns, indexes and triggers of each table of a store, independent of the order in which they were created. */
export async function storeShape(place: StoredIn, store: StoreName): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await query(place, store, place.url === undefined ? SQLITE_SHAPE : POSTGRES_SHAPE);
  const parts = rows.map(
    ({ table, ...part }) =>
      [String(table), JSON.stringify(part).replaceAll(store, 'store').replaceAll(ID, 'id')] as const,
  );
  const shape = Map.groupBy(parts, ([table]) => table);
  return new Map(Array.from(shape, ([table, of]) => [table, of.map(([, part]) => part).sort()]));
}

/** The numbers in `_meta`: `migration` and `readable_from`. */
export async function storeFormat(place: StoredIn, store: StoreName): Promise<Readonly<Record<string, number>>> {
  const rows = await query(place, store, 'SELECT name, value FROM _meta');
  return Object.fromEntries(rows.map(({ name, value }) => [String(name), Number(value)]));
}

const SQLITE_SHAPE = `SELECT m.name AS "table", c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_schema m, pragma_table_xinfo(m.name) c
    WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'
  UNION ALL SELECT tbl_name, name, type, sql, NULL, NULL FROM sqlite_schema WHERE type IN ('index', 'trigger') AND sql IS NOT NULL`;

const POSTGRES_SHAPE = `SELECT table_name::text AS "table", column_name::text AS name, data_type::text AS type, is_nullable::text AS more,
    column_default::text AS value, collation_name::text AS collation FROM information_schema.columns WHERE table_schema = current_schema()
  UNION ALL SELECT tablename, indexname, 'index', indexdef, NULL, NULL FROM pg_catalog.pg_indexes WHERE schemaname = current_schema()
  UNION ALL SELECT c.relname, t.tgname, 'trigger', pg_get_triggerdef(t.oid), NULL, NULL FROM pg_catalog.pg_trigger t
    JOIN pg_catalog.pg_class c ON c.oid = t.tgrelid WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`;

async function query({ dataDir, url }: StoredIn, store: StoreName, text: string): Promise<readonly ShapeRow[]> {
  if (url !== undefined) {
    return await withDatabase(url, (database) => database.rows(`SET search_path TO "${store}"; ${text}`));
  }
  const path = store === 'control' ? 'control.db' : join('projects', `${store}.db`);
  const db = new DatabaseSync(join(dataDir, path), { readOnly: true });
  try {
    return db.prepare(text).all();
  } finally {
    db.close();
  }
}
