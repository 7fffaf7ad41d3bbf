import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseFailure } from '../errors.ts';

/**
 * Keeps every other process out of a data directory for as long as the connection is open. The lock is the operating
 * system's, on the file: it ends with the process, however that ends, so none is ever left behind.
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
