import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFailure } from '../errors.ts';

/** Keeps every other process out while the connection is open. The lock ends with the process, however that ends. */
export function holdDirectory(directory: string): DatabaseSync {
  const db = new DatabaseSync(join(directory, 'lock.db'));
  try {
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    const isHeld = error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
    if (!isHeld) throw error;
    throw new DatabaseFailure({
      kind: 'unavailable',
      message: `Another process uses the data directory ${directory}.`,
    });
  }
}
