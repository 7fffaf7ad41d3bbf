import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sumsOfPage } from '../format/page-sums.ts';
import { LogFile } from './log-file.ts';

let directory = '';
let db: DatabaseSync;
const path = (): string => join(directory, 'store.db');
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'log-file-'));
  db = new DatabaseSync(path());
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)',
  );
});
afterEach(() => {
  db.close();
  rmSync(directory, { recursive: true });
});

function write(rows: number): void {
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO t (text) VALUES (?)');
  for (let row = 0; row < rows; row += 1) insert.run('x'.repeat(1000));
  db.exec('COMMIT');
}

function openLog(): LogFile {
  const log = LogFile.open(`${path()}-wal`);
  if (log === undefined) throw new Error('there is no log');
  return log;
}

test('every commit is found at its frame, with the pages that SQLite wrote', () => {
  const before = openLog();
  const first = before.lastCommit(before.start);
  expect(first).toBeGreaterThan(0);
  write(100);
  const log = openLog();
  const frames = [...log.frames(log.start)].map(({ frame, pages }) => ({ frame, pages }));
  expect(frames.filter(({ pages }) => pages > 0)).toHaveLength(2);
  expect(log.lastCommit(log.start)).toBe(frames.length);
  for (const { frame } of frames) {
    expect(log.framesSinceCommit({ ...log.start, frame })).toBe(
      frame < first ? frame : (frame - first) % (frames.length - first),
    );
  }
  const position = { ...log.start };
  let copied = Buffer.alloc(0);
  for (const { page, bytes, pages } of log.frames(position)) {
    const end = page * log.pageSize;
    if (copied.length < end) copied = Buffer.concat([copied, Buffer.alloc(end - copied.length)]);
    copied.set(bytes, end - log.pageSize);
    if (pages > 0) copied = copied.subarray(0, pages * log.pageSize);
  }
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  // Copying the log back changes counters in the header.
  expect(readFileSync(path()).subarray(100).equals(copied.subarray(100))).toBe(true);
});

test('the checksum of each page follows from the checksums of the log around it', () => {
  write(200);
  const log = openLog();
  const wrong = log
    .frames(log.start)
    .filter(({ bytes, pageSums }) => String(pageSums) !== String(sumsOfPage(bytes)))
    .toArray();
  expect(wrong).toEqual([]);
  expect(log.lastCommit(log.start)).toBeGreaterThan(32);
});

test('uncommitted and truncated transactions are not read', () => {
  write(10);
  const log = openLog();
  const end = log.lastCommit(log.start);
  db.exec('BEGIN');
  const insert = db.prepare('INSERT INTO t (text) VALUES (?)');
  for (let row = 0; row < 500; row += 1) insert.run('y'.repeat(1000));
  expect(log.lastCommit(log.start)).toBe(end);
  db.exec('COMMIT');
  expect(log.lastCommit(log.start)).toBeGreaterThan(end);
  const bytes = readFileSync(`${path()}-wal`);
  for (const length of [bytes.length - 1, bytes.length - 5000]) {
    writeFileSync(join(directory, 'cut'), bytes.subarray(0, length));
    expect(LogFile.open(join(directory, 'cut'))?.lastCommit(log.start)).toBe(end);
  }
  bytes[bytes.length - 100] = (bytes.at(-100) ?? 0) ^ 1;
  writeFileSync(join(directory, 'changed'), bytes);
  expect(LogFile.open(join(directory, 'changed'))?.lastCommit(log.start)).toBe(end);
});

test('a position is valid until the log restarts', () => {
  write(10);
  const log = openLog();
  const frames = [...log.frames(log.start)];
  const { frame = 0, sums = [0, 0] } = frames.at(-1) ?? {};
  const position = { salts: log.start.salts, frame, sums } as const;
  expect(log.has(position)).toBe(true);
  expect(log.has({ ...position, sums: [sums[0] ^ 1, sums[1]] })).toBe(false);
  expect(log.has({ ...position, frame: frame + 1 })).toBe(false);
  db.exec('PRAGMA wal_checkpoint(RESTART)');
  write(1);
  expect(openLog().has(position)).toBe(false);
});

test('a missing log, an empty log and another file are no log', () => {
  expect(LogFile.open(join(directory, 'none'))).toBeUndefined();
  for (const bytes of ['', 'short', 'x'.repeat(5000)]) {
    writeFileSync(join(directory, 'other'), bytes);
    expect(LogFile.open(join(directory, 'other'))).toBeUndefined();
  }
});
