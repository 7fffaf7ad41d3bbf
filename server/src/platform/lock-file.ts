import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

export interface LockedFile {
  release(): void;
}

/** Undefined when another process, or other code here, holds the lock. The system releases it at the process's end. */
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
