import { expect, test } from 'vitest';
import { ReadCosts } from './read-costs.ts';

const SHAPE = 'SELECT …';

function recorded(...tookMs: readonly number[]): ReadCosts {
  const costs = new ReadCosts();
  for (const ms of tookMs) costs.record(SHAPE, ms);
  return costs;
}

test.each([
  { shape: 'a short one', costs: recorded(1, 1, 1), tookMs: 5, beyond: 4 },
  { shape: 'an unknown one, which may be short', costs: recorded(), tookMs: 5, beyond: 3 },
  { shape: 'an unknown one that took long', costs: recorded(), tookMs: 40, beyond: undefined },
  { shape: 'one that is not proven yet', costs: recorded(1, 1), tookMs: 5, beyond: undefined },
  { shape: 'a dear one', costs: recorded(50, 50, 50), tookMs: 90, beyond: undefined },
])('a read is compared with short ones of its shape, if they are known: $shape', ({ costs, tookMs, beyond }) => {
  expect(costs.beyondUsualMs(SHAPE, tookMs)).toBe(beyond);
});

test('a shape is cheap after three short runs, and dear when its mean is above 12 ms', () => {
  expect([recorded(1, 1), recorded(1, 1, 1)].map((costs) => costs.isCheap(SHAPE))).toEqual([false, true]);
  const slower = recorded(1, 1, 1, 60);
  expect([slower.isCheap(SHAPE), slower.isDear(SHAPE), slower.isSlow(SHAPE)]).toEqual([false, true, false]);
  expect(recorded(150).isSlow(SHAPE)).toBe(true);
});
