import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { WrongUse } from './wrong-use.ts';

const BUSY = 5;

/** Keeps the service, and other recoveries, out of a data directory. The lock ends with the process. */
export function holdFolder(dataDir: string): { close(): void } {
  const db = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    db.exec('PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    if (Number(Object(error).errcode) % 256 !== BUSY) throw error;
    throw new WrongUse(`Another process uses ${dataDir}.`);
  }
}
