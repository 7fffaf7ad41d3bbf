import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkpoints } from './checkpoints.ts';

const MIB = 1024 * 1024;
const STORE = 'p_1';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Checkpoints over a folder with one log of `bytes`, and what they had copied by whom. */
function watch(bytes: number, left: readonly number[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'checkpoints-test-'));
  mkdirSync(join(directory, 'projects'));
  const log = join(directory, 'projects', `${STORE}.db-wal`);
  writeFileSync(log, '');
  truncateSync(log, bytes);
  const copies: string[] = [];
  const rest = [...left];
  const checkpoints = new Checkpoints(directory, {
    beside: async () => {
      copies.push('beside');
      return rest.shift() ?? 0;
    },
    atWriter: async () => {
      copies.push('writer');
      return 0;
    },
  });
  closers.push(() => {
    checkpoints.close();
    rmSync(directory, { recursive: true });
  });
  return { checkpoints, copies };
}

test('a log is copied once when its store has become quiet', async () => {
  const { checkpoints, copies } = watch(2 * MIB);
  checkpoints.noteWrite(STORE);
  await vi.waitFor(() => expect(copies).toEqual(['beside', 'writer']), 5000);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(copies).toEqual(['beside', 'writer']);
});

test('a log of a busy store is left alone while it is short', async () => {
  const { checkpoints, copies } = watch(20 * MIB);
  // Time stands still: the store is as busy as at its last write.
  vi.useFakeTimers({ toFake: ['performance'] });
  closers.push(() => vi.useRealTimers());
  checkpoints.noteWrite(STORE);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(copies).toEqual([]);
});

test('a long log is copied beside the writes until little is left, which the writer copies', async () => {
  const { checkpoints, copies } = watch(130 * MIB, [5000, 900, 10]);
  const writing = setInterval(() => checkpoints.noteWrite(STORE), 20);
  closers.push(() => clearInterval(writing));
  await vi.waitFor(() => expect(copies.slice(0, 4)).toEqual(['beside', 'beside', 'beside', 'writer']), 5000);
});

test('a quiet store with next to nothing in its log costs no copy', async () => {
  const { checkpoints, copies } = watch(4096);
  checkpoints.noteWrite(STORE);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(copies).toEqual([]);
});
