import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { ReadStore } from '../read-store.ts';
import { storeFile } from './data-directory.ts';

const BUSY_MS = 10_000;

/** A store without a file or a format has no rows. */
export async function withStores<Result>(
  directory: string,
  use: (read: ReadStore) => Promise<Result>,
): Promise<Result> {
  return await use(async (store, text) => {
    const file = storeFile(directory, store);
    if (!existsSync(file)) return [];
    const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_MS });
    try {
      const isNew = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = '_meta'").get() === undefined;
      return isNew ? [] : db.prepare(text((name) => name)).all();
    } finally {
      db.close();
    }
  });
}
