import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { LogIndex } from './log-index.ts';

interface OpenStore {
  readonly file: string;
  readonly db: DatabaseSync;
  readonly index: LogIndex;
}

function openStore(): OpenStore {
  const directory = mkdtempSync(join(tmpdir(), 'log-index-test-'));
  const file = join(directory, 'store.db');
  const db = new DatabaseSync(file);
  const index = new LogIndex(file, db);
  onTestFinished(() => {
    index.close();
    db.close();
    rmSync(directory, { recursive: true });
  });
  return { file, db, index };
}

test('the number of pages to checkpoint equals what SQLite would copy', () => {
  const { db, index } = openStore();
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (value TEXT)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  for (let round = 0; round < 3; round += 1) {
    for (let row = 0; row < 50; row += 1) insert.run('x'.repeat(3000));
    const before = index.pagesToCopy();
    const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    expect(checkpoint).toMatchObject({ busy: 0, log: before, checkpointed: before });
    expect(before).toBeGreaterThanOrEqual(50);
    expect(index.pagesToCopy()).toBe(0);
  }
});

test('the end of a log has the salts and the page size of its frames, and new salts after a restart', () => {
  const { file, db, index } = openStore();
  db.exec('PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; CREATE TABLE t (value TEXT)');
  const first = index.readEnd();
  const salts = Buffer.from(first.salts);
  const frame = readFileSync(`${file}-wal`).subarray(32);
  expect([first.frame, first.pageBytes]).toEqual([frame.length / (24 + 8192), 8192]);
  expect(salts).toEqual(frame.subarray(8, 16));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE); INSERT INTO t VALUES ('x')");
  const second = index.readEnd();
  expect(second.frame).toBe(1);
  expect(second.salts.equals(salts)).toBe(false);
});
