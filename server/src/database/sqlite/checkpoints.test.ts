import { afterEach, expect, test, vi } from 'vitest';
import { Checkpoints } from './checkpoints.ts';

const STORE = 'p_1';
const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** Runs checkpoints of one store whose log has `pages`, and records which thread copied. */
function watch(pages: number | undefined, left: readonly number[] = []) {
  const copies: string[] = [];
  const rest = [...left];
  const state = { pages };
  const checkpoints = new Checkpoints({
    pagesToCopy: async () => state.pages,
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
  closers.push(() => checkpoints.close());
  return { checkpoints, copies, state };
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

test('a store whose log cannot be read during an exclusive change is checkpointed after it', async () => {
  const { checkpoints, copies, state } = watch(undefined);
  checkpoints.noteWrite(STORE);
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(copies).toEqual([]);
  state.pages = 500;
  await vi.waitFor(() => expect(copies).toEqual(['beside', 'writer']), 5000);
});
