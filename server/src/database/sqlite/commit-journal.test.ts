import { closeSync, openSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CommitJournal } from './commit-journal.ts';
import { journalDirectory } from './data-directory.ts';
import { readRecords } from './journal-record.ts';
import type { LogTail } from './log-tail.ts';

let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

/** A log whose last commits have this many bytes. */
function logOf(bytes: number): Pick<LogTail, 'copy'> {
  return {
    copy: (into) => {
      into.fill(1, 0, bytes);
      return { salts: Buffer.alloc(8), offset: 32, bytes };
    },
  };
}

function journaled(): readonly string[] {
  const folder = journalDirectory(directory);
  return readdirSync(folder).flatMap((name) => {
    const file = openSync(join(folder, name), 'r');
    const stores = Array.from(readRecords(file), ({ store }) => store);
    closeSync(file);
    return stores;
  });
}

test('records stay when later ones make the file longer, however much one sync writes', () => {
  const journal = new CommitJournal(directory, 64 * 1024 * 1024);
  const expected: string[] = [];
  for (const [sync, records, bytes] of [
    [0, 15, 250_000],
    [1, 1, 5000],
    [2, 9, 240_000],
    [3, 3, 100],
    [4, 15, 250_000],
    [5, 1, 100],
  ] as const) {
    for (let record = 0; record < records; record += 1) {
      const store = `p_${sync}${String(record).padStart(3, '0')}`;
      expect(journal.add(store, logOf(bytes))).toBe(true);
      expected.push(store);
    }
    journal.sync();
    expect(journaled()).toEqual(expected);
  }
  journal.close();
});
