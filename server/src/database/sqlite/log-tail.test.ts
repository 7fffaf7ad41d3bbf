import { appendFileSync, copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { LogIndex } from './log-index.ts';
import { LogTail } from './log-tail.ts';

const HEADER_BYTES = 32;
const FRAME_BYTES = 24 + 4096;
const TARGET_BYTES = 256 * 1024;

interface OpenLog {
  readonly file: string;
  readonly db: DatabaseSync;
  readonly tail: LogTail;
  readonly index: LogIndex;
  readonly other: DatabaseSync;
}

/** The small cache makes SQLite write pages of a transaction to the log before it ends. */
function openLog(): OpenLog {
  const directory = mkdtempSync(join(tmpdir(), 'log-tail-test-'));
  const file = join(directory, 'store.db');
  const [db, other] = [new DatabaseSync(file), new DatabaseSync(file)];
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = 5; PRAGMA cache_spill = ON;
    CREATE TABLE t (value TEXT)`);
  other.exec('PRAGMA wal_autocheckpoint = 0');
  const [tail, index] = [new LogTail(file, db), new LogIndex(file, db)];
  onTestFinished(() => {
    for (const each of [tail, index, db, other]) each.close();
    rmSync(directory, { recursive: true });
  });
  return { file, db, tail, index, other };
}

function insert(db: DatabaseSync, rows: number): void {
  db.exec('BEGIN IMMEDIATE');
  for (let row = 0; row < rows; row += 1) db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3000));
  db.exec('COMMIT');
}

function undoneInsert(db: DatabaseSync, rows: number): void {
  db.exec('BEGIN IMMEDIATE');
  for (let row = 0; row < rows; row += 1) db.prepare('INSERT INTO t VALUES (?)').run('y'.repeat(3000));
  db.exec('ROLLBACK');
}

/** Compares what `copy` returns with the file and with the end of the log that SQLite reports. */
function expectCopied({ file, tail, index }: OpenLog, from: number): void {
  const target = Buffer.alloc(TARGET_BYTES);
  const range = tail.copy(target);
  const { salts, frame } = index.readEnd();
  expect(range).toMatchObject({
    offset: HEADER_BYTES + from * FRAME_BYTES,
    bytes: (frame - from) * FRAME_BYTES,
  });
  expect(range?.salts.equals(salts)).toBe(true);
  const log = readFileSync(`${file}-wal`);
  const end = HEADER_BYTES + frame * FRAME_BYTES;
  expect(target.subarray(0, range?.bytes).equals(log.subarray(HEADER_BYTES + from * FRAME_BYTES, end))).toBe(true);
  expect(tail.end().frame).toBe(frame);
}

function commitAndCopy(log: OpenLog, commit: () => void): void {
  log.tail.mark();
  const { frame } = log.index.readEnd();
  commit();
  expectCopied(log, frame);
}

test('every commit is copied whole, of one page or of many', () => {
  const log = openLog();
  for (const rows of [1, 1, 30, 2, 50, 1]) commitAndCopy(log, () => insert(log.db, rows));
});

test('a transaction without changes copies nothing', () => {
  const log = openLog();
  commitAndCopy(log, () => insert(log.db, 1));
  commitAndCopy(log, () => log.db.exec('BEGIN IMMEDIATE; COMMIT'));
});

test('pages that an undone transaction left behind are not copied', () => {
  const log = openLog();
  commitAndCopy(log, () => insert(log.db, 1));
  undoneInsert(log.db, 40);
  for (let round = 0; round < 60; round += 1) commitAndCopy(log, () => insert(log.db, 1));
});

test('a commit that a recovery left out is not copied', () => {
  const log = openLog();
  insert(log.db, 1);
  // A copy of the last frame has a wrong sum at its new place, as a frame behind a lost one has.
  appendFileSync(`${log.file}-wal`, readFileSync(`${log.file}-wal`).subarray(-FRAME_BYTES));
  commitAndCopy(log, () => log.db.exec('BEGIN IMMEDIATE; COMMIT'));
  commitAndCopy(log, () => insert(log.db, 1));
  commitAndCopy(log, () => insert(log.db, 1));
});

test('pages of an undone attempt of the same commit are not copied', () => {
  const log = openLog();
  for (const rows of [40, 5, 40]) {
    commitAndCopy(log, () => {
      undoneInsert(log.db, rows);
      insert(log.db, 2);
    });
  }
});

test('commits of another connection are copied too', () => {
  const log = openLog();
  commitAndCopy(log, () => insert(log.db, 1));
  for (const rows of [1, 20]) {
    commitAndCopy(log, () => {
      insert(log.other, rows);
      insert(log.db, 1);
    });
  }
});

test.each([1, 10, 40])(
  'after another connection wrote %i rows and the log restarted, it is copied from its start',
  (rows) => {
    const log = openLog();
    commitAndCopy(log, () => insert(log.db, 5));
    log.tail.mark();
    insert(log.other, rows);
    log.other.exec('PRAGMA wal_checkpoint(PASSIVE)');
    insert(log.db, 1);
    expectCopied(log, 0);
    commitAndCopy(log, () => insert(log.db, 1));
  },
);

test('a commit that does not fit is refused, and the next one is copied', () => {
  const log = openLog();
  log.tail.mark();
  insert(log.db, 100);
  expect(log.tail.copy(Buffer.alloc(TARGET_BYTES))).toBeUndefined();
  commitAndCopy(log, () => insert(log.db, 1));
});

test('after a commit that nobody copied, the next one is copied alone', () => {
  const log = openLog();
  commitAndCopy(log, () => insert(log.db, 1));
  insert(log.db, 3);
  log.tail.forget();
  commitAndCopy(log, () => insert(log.db, 1));
});

function insertWithRoom({ db, tail }: OpenLog): void {
  db.exec('BEGIN IMMEDIATE');
  db.prepare('INSERT INTO t VALUES (?)').run('x'.repeat(3000));
  tail.makeRoom();
  db.exec('COMMIT');
}

test('a log that gets longer has room for several further commits, which leave its length alone', () => {
  const log = openLog();
  const lengths = Array.from({ length: 24 }, () => {
    insertWithRoom(log);
    return statSync(`${log.file}-wal`).size;
  });
  expect(new Set(lengths).size).toBeLessThan(lengths.length / 2);
  // A log that restarts is not made longer until it outgrows its length again.
  log.other.exec('PRAGMA wal_checkpoint(RESTART)');
  insertWithRoom(log);
  expect(statSync(`${log.file}-wal`).size).toBe(lengths.at(-1));
});

test('a log with room is copied, recovered after a kill, and written by other connections as any other', () => {
  const log = openLog();
  for (let round = 0; round < 10; round += 1) {
    insertWithRoom(log);
    log.tail.forget();
  }
  commitAndCopy(log, () => insertWithRoom(log));
  insert(log.other, 3);
  const killed = `${log.file}-killed`;
  for (const suffix of ['', '-wal']) copyFileSync(log.file + suffix, killed + suffix);
  const recovered = new DatabaseSync(killed);
  onTestFinished(() => recovered.close());
  expect(recovered.prepare('SELECT count(*) AS count FROM t').get()).toEqual({ count: 14 });
  expect(recovered.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
});
