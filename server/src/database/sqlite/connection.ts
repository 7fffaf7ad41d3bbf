import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { sqlFunctions } from './functions.ts';
import { OPEN_STORES_MIN } from './open-stores.ts';
import type { ThreadRole } from './protocol.ts';

const BUSY_TIMEOUT_MS = 5_000;
const CACHE_KIB: Readonly<Record<ThreadRole, number>> = { write: 16_384, read: 16_384, scan: 4_096 };
const CACHE_KIB_MIN = 512;
/** `Checkpoints` copies the log back. The writer does it itself, with a pause, only when that falls far behind. */
const CHECKPOINT_PAGES: Readonly<Record<ThreadRole, number>> = { write: 65_536, read: 4_000, scan: 4_000 };
/** A restarted log keeps this size: overwriting it costs a commit less than growth, which the file system journals. */
const LOG_BYTES_KEPT = 160 * 1024 * 1024;
const OPEN_ATTEMPTS = 200;
const OPEN_RETRY_MS = 5;

/** Older versions may lose a commit when the log is reset (https://www.sqlite.org/wal.html#walresetbug). */
const OLDEST_VERSION = [3, 51, 3] as const;

/**
 * A commit is durable before it returns, until `setSyncsCommits` says otherwise: `synchronous` belongs to the
 * connection, so each connection sets it and reads it back. The schema is trusted because triggers call our functions;
 * these only compute their result, so an attacker who changes the file gains nothing. `keepsLog`: only the archive
 * copies the log back. `open`: the stores that the thread has open; the more, the smaller the page cache.
 */
export function openConnection(file: string, role: ThreadRole, { keepsLog = false, open = 0 } = {}): DatabaseSync {
  const db = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: false,
    defensive: true,
  });
  try {
    enterLogMode(db);
    db.exec(`PRAGMA synchronous = FULL; PRAGMA trusted_schema = ON; PRAGMA cell_size_check = ON;
      PRAGMA temp_store = FILE; PRAGMA cache_size = -${cacheKib(role, open)}; PRAGMA journal_size_limit = ${LOG_BYTES_KEPT};
      PRAGMA wal_autocheckpoint = ${keepsLog ? 0 : CHECKPOINT_PAGES[role]}`);
    for (const { name, call } of sqlFunctions)
      db.function(name, { deterministic: true }, (value) => call(scalar(value)));
    requireSetting(db, 'synchronous', 2);
    requireSetting(db, 'journal_mode', 'wal');
    requireSetting(db, 'foreign_keys', 1);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function cacheKib(role: ThreadRole, open: number): number {
  const share = OPEN_STORES_MIN / Math.max(OPEN_STORES_MIN, open);
  return Math.max(CACHE_KIB_MIN, Math.floor(CACHE_KIB[role] * share));
}

export function requireVersion(): void {
  const db = new DatabaseSync(':memory:');
  const { version } = db.prepare('SELECT sqlite_version() AS version').get() ?? {};
  db.close();
  const parts = String(version).split('.').map(Number);
  const difference = OLDEST_VERSION.map((part, index) => (parts[index] ?? 0) - part).find((each) => each !== 0) ?? 0;
  if (difference < 0) throw new Error(`SQLite ${version} is older than ${OLDEST_VERSION.join('.')}`);
}

/** Two threads that open a new file at once lock each other out, and SQLite's busy timeout does not apply here. */
function enterLogMode(db: DatabaseSync): void {
  for (let attempt = 1; ; attempt += 1) {
    try {
      // Auto-vacuum would cost every write a look-up; this must run before the first page is written.
      db.exec('PRAGMA auto_vacuum = NONE; PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
      if (!isBusy || attempt === OPEN_ATTEMPTS) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, OPEN_RETRY_MS);
    }
  }
}

function requireSetting(db: DatabaseSync, name: string, expected: number | string): void {
  const value = db.prepare(`PRAGMA ${name}`).get()?.[name];
  if (value !== expected) throw new Error(`PRAGMA ${name} is ${value}, not ${expected}`);
}

/** Our stores hold no blobs. */
function scalar(value: SQLOutputValue | undefined): string | number | null {
  if (value === undefined || typeof value === 'object') return null;
  return typeof value === 'bigint' ? Number(value) : value;
}
