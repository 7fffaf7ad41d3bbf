import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFailure } from '../errors.ts';

/**
 * Keeps every other process out of a data directory while the connection is open. The operating system holds the lock
 * on the file, so it ends with the process, however that ends, and is never left behind.
 */
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
