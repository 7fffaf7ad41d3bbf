import { expect, test } from 'vitest';
import { createFairLimit, type FairLimit, type FairLimitOptions } from './fair-limit.ts';

function openLimit(more: Partial<FairLimitOptions> = {}) {
  const limit = createFairLimit({
    atOnceMax: 2,
    atOncePerGroupMax: 1,
    waitingMax: 5,
    waitingPerGroupMax: 3,
    tooMany: 'Too many.',
    ...more,
  });
  return { limit, ...createWorks(limit) };
}

/** Tasks that end when the test ends them. */
function createWorks(limit: FairLimit) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    started,
    run: (group: string, name: string, signal?: AbortSignal) =>
      limit(
        group,
        () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.set(name, resolve));
        },
        signal,
      ),
    async end(name: string): Promise<void> {
      ends.get(name)?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('a group never takes the last slot, and groups take turns', async () => {
  const { run, started, end } = openLimit();
  void run('a', 'a1');
  void run('a', 'a2');
  void run('b', 'b1');
  void run('b', 'b2');
  void run('c', 'c1');
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'a2']);
  await end('b1');
  expect(started.at(-1)).toBe('b2');
  await end('b2');
  expect(started.at(-1)).toBe('c1');
});

test('excess tasks of one group are refused while other groups may still wait', async () => {
  const { run, started, end } = openLimit();
  for (const name of ['a1', 'a2', 'a3', 'a4']) void run('a', name);
  await expect(run('a', 'a5')).rejects.toMatchObject({ code: 'overloaded', retryAfterSeconds: 2 });
  void run('b', 'b1');
  void run('b', 'b2');
  void run('c', 'c1');
  await expect(run('d', 'd1')).rejects.toMatchObject({ code: 'overloaded' });
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'b2']);
});

test('with the option set, a group with an empty queue may wait even when the queue as a whole is full', async () => {
  const limit = createFairLimit({
    atOnceMax: 1,
    atOncePerGroupMax: 1,
    waitingMax: 2,
    waitingPerGroupMax: 2,
    waitingPerGroupWhenFullMax: 1,
    tooMany: 'Too many.',
  });
  const { run, started, end } = createWorks(limit);
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  void run('b', 'b1');
  await expect(run('b', 'b2')).rejects.toMatchObject({ code: 'overloaded' });
  await end('a1');
  await end('a2');
  expect(started).toEqual(['a1', 'a2', 'b1']);
});

test('a task that leaves the queue is not started, and a failed task frees its slot', async () => {
  const { limit, run, started } = openLimit();
  const failing = limit('a', () => Promise.reject(new Error('broken')));
  const leaving = new AbortController();
  const left = run('a', 'a1', leaving.signal);
  void run('a', 'a2');
  leaving.abort(new Error('gone away'));
  await expect(left).rejects.toThrow('gone away');
  await expect(failing).rejects.toThrow('broken');
  expect(started).toEqual(['a2']);
});

test('a group gets fewer slots while others ask, and its full share when they have been idle for a while', async () => {
  let nowMs = 0;
  const shares = { atOnceMax: 3, atOncePerGroupMax: 2, atOnceBesideOthersMax: 1, waitingPerGroupMax: 5 };
  const { run, started, end } = openLimit({ ...shares, nowMs: () => nowMs });
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void run('a', name);
  expect(started).toEqual(['a1', 'a2']);
  nowMs = 5000;
  void run('b', 'b1');
  await end('b1');
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a2');
  expect(started.at(-1)).toBe('a3');
  nowMs = 15_001;
  await end('a3');
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'a4', 'a5']);
});
