import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/** A file that one process on the machine holds at a time. */
export interface LockedFile {
  release(): void;
}

/**
 * Locks a file, which is made when it is missing. Undefined: another process, or another part of this one, holds it. The
 * lock belongs to the operating system and ends with the process, however that ends.
 */
export function lockFile(path: string): LockedFile | undefined {
  // SQLite would make it readable for others, and whoever reads a file can lock it.
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
