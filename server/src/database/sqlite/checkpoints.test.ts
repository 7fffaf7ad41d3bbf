import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Checkpoints } from './checkpoints.ts';

const STORE = 'p_1';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Runs checkpoints over a folder with one log of `pages`, and records which thread copied how many. */
function watch(pages: number, left: readonly number[] = []) {
  const directory = mkdtempSync(join(tmpdir(), 'checkpoints-test-'));
  mkdirSync(join(directory, 'projects'));
  writeFileSync(join(directory, 'projects', `${STORE}.db-shm`), indexOf(pages + 7, 7));
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
    hold: async () => undefined,
  });
  closers.push(() => {
    checkpoints.close();
    rmSync(directory, { recursive: true });
  });
  return { checkpoints, copies };
}

/** The beginning of the index of a log. */
function indexOf(last: number, copied: number): Uint32Array {
  const numbers = new Uint32Array(25);
  numbers[4] = last;
  numbers[24] = copied;
  return numbers;
}

test('a log is checkpointed once when its store becomes idle', async () => {
  const { checkpoints, copies } = watch(500);
  checkpoints.noteWrite(STORE);
  await vi.waitFor(() => expect(copies).toEqual(['beside', 'writer']), 5000);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(copies).toEqual(['beside', 'writer']);
});

test('a short log of a busy store is left alone', async () => {
  const { checkpoints, copies } = watch(5000);
  // The clock does not move, so the store is as busy as at its last write.
  vi.useFakeTimers({ toFake: ['performance'] });
  closers.push(() => vi.useRealTimers());
  checkpoints.noteWrite(STORE);
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(copies).toEqual([]);
});

test('a long log is checkpointed alongside the writes until little is left, which the writer copies', async () => {
  const { checkpoints, copies } = watch(33_000, [5000, 900, 10]);
  const writing = setInterval(() => checkpoints.noteWrite(STORE), 20);
  closers.push(() => clearInterval(writing));
  await vi.waitFor(() => expect(copies.slice(0, 4)).toEqual(['beside', 'beside', 'beside', 'writer']), 5000);
});

test('an idle store with an almost empty log is not checkpointed', async () => {
  const { checkpoints, copies } = watch(10);
  checkpoints.noteWrite(STORE);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(copies).toEqual([]);
});
