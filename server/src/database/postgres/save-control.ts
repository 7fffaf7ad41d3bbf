import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoreName } from '../database.ts';
import { formatOf, type StoreFormat } from '../migrations/index.ts';
import { type DatabaseClient, withDatabase } from './move/database-client.ts';
import { dumpStore } from './move/dump-store.ts';
import { schemaOf } from './store-text.ts';

const STORES = `SELECT nspname AS store FROM pg_catalog.pg_namespace
  WHERE (nspname = 'control' OR nspname ~ '^p_[0-9a-f]{32}$') AND to_regclass(quote_ident(nspname) || '._meta') IS NOT NULL`;

/** Writes the control store into `folder` as a script for `psql`, and returns the format of every store in this database. */
export async function saveControl(url: string, folder: string): Promise<ReadonlyMap<StoreName, StoreFormat>> {
  return await withDatabase(url, async (database) => {
    const file = createWriteStream(join(folder, 'control.sql'), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(Readable.from(dumpStore(database, 'control')), file);
    const formats = new Map<StoreName, StoreFormat>();
    for (const { store } of await database.rows(STORES)) {
      formats.set(store as StoreName, await readFormat(database, store as StoreName));
    }
    return formats;
  });
}

async function readFormat(database: DatabaseClient, store: StoreName): Promise<StoreFormat> {
  const rows = await database.rows(`SELECT name, value FROM ${schemaOf(store)}._meta`);
  return formatOf(rows.map(({ name, value }) => [String(name), Number(value)]));
}
