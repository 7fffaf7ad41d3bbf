import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LogPosition } from '../log/log-file.ts';

export interface StoreState {
  readonly store: string;
  commits: number;
  /** Undefined before the first log was seen. */
  position: LogPosition | undefined;
  /** The number of commits when the current log began: the store's file has at least these. */
  logStart: number;
  /** The pack in which the commits after `logStart` begin. */
  logStartPack: number;
  lastPack: number;
  timeMs: number;
  /** The archive has a gap, so only a new image makes later moments recoverable. */
  needsImage: boolean;
  /** The number of commits in the last image; -1 without an image since the last gap. */
  imageCommits: number;
  imagedMs: number;
  /** Bytes of the log since the last image. */
  logBytes: number;
}

export interface SpoolObject {
  readonly id: number;
  readonly name: string;
  readonly bytes: number;
  /** The time of its oldest commit; the object has been pending since then. */
  readonly sinceMs: number;
}

const TABLES = `
  CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS stores (store TEXT PRIMARY KEY, commits INTEGER NOT NULL, salts TEXT, frame INTEGER, sum_a INTEGER,
    sum_b INTEGER, log_start INTEGER NOT NULL, log_start_pack INTEGER NOT NULL, last_pack INTEGER NOT NULL, time_ms REAL NOT NULL, needs_image INTEGER NOT NULL,
    image_commits INTEGER NOT NULL, imaged_ms REAL NOT NULL, log_bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS spool (id INTEGER PRIMARY KEY, name TEXT NOT NULL, bytes INTEGER NOT NULL, since_ms REAL NOT NULL,
    stores TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS packs (name TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, bytes INTEGER NOT NULL,
    last_ms REAL NOT NULL, gone_ms REAL, level INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS announced_runs (first INTEGER PRIMARY KEY);
  CREATE TABLE IF NOT EXISTS images (name TEXT PRIMARY KEY, store TEXT NOT NULL, parts TEXT, until_ms REAL NOT NULL,
    first_pack INTEGER NOT NULL, bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS lost_images (name TEXT PRIMARY KEY, parts TEXT, lost_ms REAL NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS unfinished_images (folder TEXT PRIMARY KEY, parts INTEGER NOT NULL, run TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS files (store TEXT NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, bytes INTEGER NOT NULL, gone_ms REAL,
    PRIMARY KEY (store, id)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS files_name ON files (name);
  CREATE INDEX IF NOT EXISTS files_gone ON files (gone_ms) WHERE gone_ms IS NOT NULL;
  CREATE TABLE IF NOT EXISTS pending_files (store TEXT NOT NULL, id TEXT NOT NULL, since_ms REAL NOT NULL, PRIMARY KEY (store, id)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS dropped (store TEXT PRIMARY KEY, dropped_ms REAL NOT NULL) WITHOUT ROWID;`;

/** Result codes of SQLite for a file that is damaged, or no database (https://www.sqlite.org/rescode.html). */
const CORRUPT = 11;
const NOTADB = 26;
const PRIMARY_CODE = 0xff;

export function isDamagedState(error: unknown): boolean {
  if (!(error instanceof Error && 'errcode' in error)) return false;
  const code = Number(error.errcode) & PRIMARY_CODE;
  return code === CORRUPT || code === NOTADB;
}

/** Keeps the damaged file for an examination. Without a state, the next archiver begins a new generation. */
export function setStateAside(dataDir: string): void {
  const path = join(folderOf(dataDir), STATE_FILE);
  renameSync(path, `${path}.damaged`);
  for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
}

const STATE_FILE = 'state.db';

function folderOf(dataDir: string): string {
  return join(dataDir, 'archive');
}

/** A power cut may lose the last changes. A later run then archives these commits again and replaces the objects. */
export class StateStore {
  readonly db: DatabaseSync;
  readonly directory: string;
  #syncedChanges = -1;

  constructor(dataDir: string) {
    this.directory = folderOf(dataDir);
    mkdirSync(this.directory, { recursive: true, mode: 0o700 });
    this.db = new DatabaseSync(join(this.directory, STATE_FILE));
    this.db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -1024; ${TABLES}`);
  }

  transaction(work: () => void): void {
    this.db.exec('BEGIN IMMEDIATE');
    try {
      work();
      this.db.exec('COMMIT');
    } catch (error) {
      this.db.exec('ROLLBACK');
      throw error;
    }
  }

  meta(name: string): string | undefined {
    const row = this.db.prepare('SELECT value FROM meta WHERE name = ?').get(name);
    return row === undefined ? undefined : String(row['value']);
  }

  setMeta(name: string, value: string): void {
    this.db.prepare('INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)').run(name, value);
  }

  clear(): void {
    this.transaction(() => {
      for (const table of [
        'meta',
        'stores',
        'spool',
        'packs',
        'announced_runs',
        'images',
        'lost_images',
        'unfinished_images',
        'files',
        'pending_files',
        'dropped',
      ]) {
        this.db.exec(`DELETE FROM ${table}`);
      }
    });
  }

  findStore(store: string): StoreState | undefined {
    const row = this.db.prepare('SELECT * FROM stores WHERE store = ?').get(store);
    if (row === undefined) return undefined;
    const number = (name: string): number => Number(row[name]);
    const position: LogPosition | undefined =
      row['salts'] === null
        ? undefined
        : { salts: String(row['salts']), frame: number('frame'), sums: [number('sum_a'), number('sum_b')] };
    return {
      store,
      position,
      commits: number('commits'),
      logStart: number('log_start'),
      logStartPack: number('log_start_pack'),
      lastPack: number('last_pack'),
      timeMs: number('time_ms'),
      needsImage: number('needs_image') === 1,
      imageCommits: number('image_commits'),
      imagedMs: number('imaged_ms'),
      logBytes: number('log_bytes'),
    };
  }

  saveStore(state: StoreState): void {
    const {
      store,
      commits,
      position,
      logStart,
      logStartPack,
      lastPack,
      timeMs,
      needsImage,
      imageCommits,
      imagedMs,
      logBytes,
    } = state;
    const [salts, frame, a, b] =
      position === undefined ? [null, null, null, null] : [position.salts, position.frame, ...position.sums];
    this.db
      .prepare('INSERT OR REPLACE INTO stores VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        store,
        commits,
        ...[salts ?? null, frame ?? null, a ?? null, b ?? null],
        ...[logStart, logStartPack, lastPack, timeMs, needsImage ? 1 : 0, imageCommits, imagedMs, logBytes],
      );
  }

  storeNames(): readonly string[] {
    return this.#names('SELECT store FROM stores ORDER BY store');
  }

  storesWithoutImage(): readonly string[] {
    return this.#names('SELECT store FROM stores WHERE needs_image = 1 OR image_commits < 0 ORDER BY store');
  }

  /** For commits that may be lost: only a new image makes later moments of the stores recoverable. */
  requireImages(stores: readonly string[]): void {
    const statement = this.db.prepare('UPDATE stores SET needs_image = 1 WHERE store = ?');
    this.transaction(() => {
      for (const store of stores) statement.run(store);
    });
  }

  forgetStore(store: string): void {
    this.db.prepare('DELETE FROM stores WHERE store = ?').run(store);
  }

  /** Forgets the store, and keeps when it and its files went, for the retention. Call it in a transaction. */
  dropStore(store: string, nowMs: number): void {
    this.forgetStore(store);
    this.db.prepare('INSERT OR REPLACE INTO dropped (store, dropped_ms) VALUES (?, ?)').run(store, nowMs);
    this.db.prepare('DELETE FROM pending_files WHERE store = ?').run(store);
    this.db.prepare('UPDATE files SET gone_ms = ? WHERE store = ? AND gone_ms IS NULL').run(nowMs, store);
  }

  sync(): void {
    const changes = Number(this.db.prepare('SELECT total_changes() AS changes').get()?.['changes']);
    if (changes === this.#syncedChanges) return;
    this.db.exec('PRAGMA wal_checkpoint(FULL)');
    this.#syncedChanges = changes;
  }

  close(): void {
    this.db.close();
  }

  #names(text: string): readonly string[] {
    return this.db
      .prepare(text)
      .all()
      .map((row) => String(row['store']));
  }
}
