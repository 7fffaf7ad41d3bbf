import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface LockedFile {
  release(): void;
}

/**
 * Locks a file and creates it when it is missing. Returns undefined when another process, or other code in this one, holds the lock. The
 * operating system releases the lock when the process ends, however it ends.
 */
export function lockFile(path: string): LockedFile | undefined {
  // SQLite would create a file that others can read, and anyone who can read a file can lock it.
  closeSync(openSync(path, 'a', 0o600));
  const db = new DatabaseSync(path);
  try {
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return {
      release: () => {
        if (db.isOpen) db.close();
      },
    };
  } catch (error) {
    db.close();
    if (Number(Object(error).errcode) % 256 === SQLITE_BUSY) return undefined;
    throw error;
  }
}
