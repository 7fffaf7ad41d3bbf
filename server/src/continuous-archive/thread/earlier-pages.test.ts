import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LogFile, type LogPosition } from '../log/log-file.ts';
import { createStorePaths } from '../store-paths.ts';
import { EarlierPages } from './earlier-pages.ts';
import { StoreFile, StoreFiles } from './store-files.ts';

const STORE = 'p_one';
const ROWS = 3000;
const PAGE_BYTES = 4096;

let root = '';
let db: DatabaseSync;
let reader: Reader;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'earlier-pages-'));
  mkdirSync(join(root, 'projects'));
  db = new DatabaseSync(createStorePaths(root).store(STORE));
  db.exec(`PRAGMA auto_vacuum = FULL; PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA journal_size_limit = -1;
    CREATE TABLE t (id INTEGER PRIMARY KEY, key TEXT, text TEXT); CREATE INDEX keys ON t (key)`);
  reader = new Reader(root);
});
afterEach(() => {
  reader.close();
  db.close();
  rmSync(root, { recursive: true });
});

/** Calls a hook once, before a page is read from the store's file. */
class HookedFile extends StoreFile {
  #hook: (() => void) | undefined;

  setHook(hook: () => void): void {
    this.#hook = hook;
  }

  override readPage(page: number, bytes: Uint8Array): boolean {
    this.#hook?.();
    this.#hook = undefined;
    return super.readPage(page, bytes);
  }
}

class HookedFiles extends StoreFiles {
  readonly file: HookedFile;

  constructor(directory: string) {
    const paths = createStorePaths(directory);
    super(paths);
    const file = openSync(paths.store(STORE), 'r');
    const options = { indexPath: paths.index(STORE), onIndex: () => undefined };
    this.file = new HookedFile({ file, index: undefined }, options);
  }

  override find(): StoreFile {
    return this.file;
  }

  override close(): void {
    this.file.close();
  }
}

/** Compares the earlier pages with the last version of each page. */
class Reader {
  readonly #paths;
  readonly #files: HookedFiles;
  readonly #earlier: EarlierPages;
  readonly #pages = new Map<number, Buffer>();
  #position: LogPosition | undefined;

  constructor(directory: string) {
    this.#paths = createStorePaths(directory);
    this.#files = new HookedFiles(directory);
    this.#earlier = new EarlierPages(this.#files);
    const file = readFileSync(this.#paths.store(STORE));
    for (let at = 0; at < file.length; at += PAGE_BYTES) {
      this.#pages.set(at / PAGE_BYTES + 1, file.subarray(at, at + PAGE_BYTES));
    }
  }

  /** Begins at the end of the log. */
  skipFrames(): void {
    const log = this.#openLog();
    for (const { frame, sums } of log.frames(log.start)) this.#position = { salts: log.start.salts, frame, sums };
    log.close();
    this.#pages.clear();
  }

  /** The shares of the new frames whose pages were known, and whose pages were found. */
  read({ onFileRead, onBlock }: { readonly onFileRead?: () => void; readonly onBlock?: () => void } = {}): {
    readonly frames: number;
    readonly known: number;
    readonly found: number;
  } {
    const log = this.#openLog();
    let [count, known, found] = [0, 0, 0];
    if (onFileRead !== undefined) this.#files.file.setHook(onFileRead);
    try {
      const position = this.#position?.salts === log.start.salts ? this.#position : log.start;
      const earlier = this.#earlier.begin(STORE, log, { position, last: log.lastCommit(position) });
      for (const frames of log.blocks(position, log.lastCommit(position))) {
        onBlock?.();
        const before = earlier.takeBefore(frames);
        for (const [index, { page, bytes, frame, sums, pages }] of frames.entries()) {
          const expected = this.#pages.get(page);
          const actual = before[index];
          count += 1;
          if (expected !== undefined) known += 1;
          if (actual !== undefined) {
            found += 1;
            expect(expected?.equals(actual), `page ${page} of frame ${frame}`).toBe(true);
          }
          this.#pages.set(page, Buffer.from(bytes));
          this.#position = { salts: position.salts, frame, sums };
          if (pages > 0) for (const each of this.#pages.keys()) if (each > pages) this.#pages.delete(each);
        }
      }
    } finally {
      log.close();
    }
    return { frames: count, known, found };
  }

  close(): void {
    this.#files.close();
  }

  #openLog(): LogFile {
    const log = LogFile.open(this.#paths.log(STORE));
    if (log === undefined) throw new Error('there is no log');
    return log;
  }
}

function write(rows: number): void {
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO t (key, text) VALUES (?, ?)');
  for (let row = 0; row < rows; row += 1) insert.run(String(Math.random()), 'x'.repeat(200));
  db.exec('COMMIT');
}

test('the pages before a commit are those of the log and of the file that it began with', () => {
  write(ROWS);
  reader.read();
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  for (let round = 0; round < 20; round += 1) write(100);
  const { frames, known, found } = reader.read();
  expect(frames).toBeGreaterThan(500);
  expect(found).toBe(known);
  write(100);
  expect(reader.read().found).toBeGreaterThan(20);
});

test('after a checkpoint has begun, only pages of the log are found', () => {
  write(ROWS);
  reader.read();
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  write(50);
  const other = new DatabaseSync(createStorePaths(root).store(STORE));
  other.exec('BEGIN; SELECT COUNT(*) FROM t');
  write(300);
  // The other connection reads, so the checkpoint ends early and the log goes on.
  db.exec('PRAGMA wal_checkpoint(PASSIVE)');
  write(300);
  const { known, found } = reader.read();
  expect(found).toBeGreaterThan(0);
  expect(found).toBeLessThan(known);
  other.close();
});

/** As another program may: the log of the frames that were just read begins again. */
function restartLog(): void {
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  write(ROWS);
}

test.each([
  [
    'that a checkpoint may have written while pages were read',
    'onFileRead',
    () => db.exec('PRAGMA wal_checkpoint(PASSIVE)'),
  ],
  ['of a log that began again while pages were read', 'onFileRead', restartLog],
  ['of a log that began again after its frames were read', 'onBlock', restartLog],
] as const)('pages %s are not found', (_, moment, change) => {
  write(ROWS);
  reader.read();
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  for (let round = 0; round < 3; round += 1) write(5);
  reader.read();
  for (let round = 0; round < 10; round += 1) write(200);
  let isChanged = false;
  const { frames, found } = reader.read({
    [moment]: () => {
      if (!isChanged) change();
      isChanged = true;
    },
  });
  expect(isChanged).toBe(true);
  expect(found).toBeLessThan(frames);
});

test('pages behind the end of a store that became shorter are not found when they come back', () => {
  write(ROWS);
  reader.read();
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  for (let round = 0; round < 5; round += 1) {
    write(ROWS);
    db.exec(`DELETE FROM t WHERE id > ${ROWS / 2}`);
    const { frames, found } = reader.read();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(frames);
  }
});

test('a reader that did not see the beginning of a log finds only pages of frames that it has read', () => {
  write(ROWS);
  reader.read();
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  write(50);
  const late = new Reader(root);
  late.skipFrames();
  write(ROWS);
  const { frames, known, found } = late.read();
  expect(found).toBe(known);
  expect(found).toBeLessThan(frames);
  late.close();
});
