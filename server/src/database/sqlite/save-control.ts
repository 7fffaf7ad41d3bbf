import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { StoreName } from '../database.ts';
import type { StoreFormat } from '../migrations/index.ts';
import { listStores, storeFile } from './data-directory.ts';
import { findFormat } from './migrate-store.ts';

const BUSY_MS = 10_000;

/** Copies the control store into `folder` and returns the format of every store that can be read. */
export function saveControl(directory: string, folder: string): ReadonlyMap<StoreName, StoreFormat> {
  const copy = join(folder, 'control.db');
  const control = read(directory, 'control', (db) => {
    db.prepare('VACUUM INTO ?').run(copy);
    return findFormat({ db });
  });
  chmodSync(copy, 0o600);
  const formats = new Map<StoreName, StoreFormat>([['control', control]]);
  for (const store of listStores(directory)) {
    const format = findProjectFormat(directory, store);
    if (format !== undefined) formats.set(store, format);
  }
  return formats;
}

function findProjectFormat(directory: string, store: StoreName): StoreFormat | undefined {
  try {
    return read(directory, store, (db) => findFormat({ db }));
  } catch (error) {
    if (error instanceof Error && 'errcode' in error) return undefined;
    throw error;
  }
}

function read<Result>(directory: string, store: StoreName, use: (db: DatabaseSync) => Result): Result {
  const db = new DatabaseSync(storeFile(directory, store), { readOnly: true, timeout: BUSY_MS });
  try {
    return use(db);
  } finally {
    db.close();
  }
}
