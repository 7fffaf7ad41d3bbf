import { expect, test } from 'vitest';
import { OrderDeadline } from './order-deadline.ts';

const HALF_MS = 20;

/** An order that never ends, in a worker with this much processor time at half time and at the end. */
async function outcome(...spent: (number | undefined)[]): Promise<{ isStarved: boolean }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const deadline = new OrderDeadline({ processorMs: async () => spent.shift(), kill: resolve }, 2 * HALF_MS);
  await promise;
  return { isStarved: deadline.isStarved };
}

test.each([
  { case: 'worked all the time', spent: [5000, 5000 + HALF_MS], isStarved: false },
  { case: 'had a processor for half of it', spent: [5000, 5000 + HALF_MS / 2], isStarved: false },
  { case: 'waited for a processor most of it', spent: [5000, 5000 + HALF_MS / 4], isStarved: true },
  { case: 'is on a system that does not tell', spent: [undefined, undefined], isStarved: false },
  { case: 'was gone before the end', spent: [5000, undefined], isStarved: false },
])('a worker that $case is ended: starved $isStarved', async ({ spent, isStarved }) => {
  expect(await outcome(...spent)).toEqual({ isStarved });
});

test('a task that finishes while its worker is checked does not end the worker', async () => {
  const told = Promise.withResolvers<number>();
  const asked = Promise.withResolvers<void>();
  const kills: string[] = [];
  let times = 0;
  const processorMs = (): Promise<number> => {
    times += 1;
    if (times === 2) asked.resolve();
    return times === 1 ? Promise.resolve(0) : told.promise;
  };
  const deadline = new OrderDeadline({ processorMs, kill: () => kills.push('killed') }, 2 * HALF_MS);
  await asked.promise;
  deadline.clear();
  told.resolve(0);
  await told.promise;
  expect([kills, deadline.isStarved]).toEqual([[], false]);
});
