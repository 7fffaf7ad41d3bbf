import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { pagesToCopy } from './log-length.ts';

test('the number of pages to checkpoint equals what SQLite would copy', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'log-length-test-'));
  const file = join(directory, 'store.db');
  const db = new DatabaseSync(file);
  onTestFinished(() => {
    db.close();
    rmSync(directory, { recursive: true });
  });
  db.exec('PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (value TEXT)');
  const insert = db.prepare('INSERT INTO t VALUES (?)');
  for (let round = 0; round < 3; round += 1) {
    for (let row = 0; row < 50; row += 1) insert.run('x'.repeat(3000));
    const before = await pagesToCopy(file);
    const checkpoint = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get();
    expect(checkpoint).toMatchObject({ busy: 0, log: before, checkpointed: before });
    expect(before).toBeGreaterThanOrEqual(50);
    expect(await pagesToCopy(file)).toBe(0);
  }
});
