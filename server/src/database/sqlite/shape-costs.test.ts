import { expect, test } from 'vitest';
import { ShapeCosts } from './shape-costs.ts';

const STORE = 'p_1';
const TEXT = 'SELECT 1';

function after(costsMs: readonly number[], costs = new ShapeCosts()): boolean {
  for (const costMs of costsMs) costs.note(STORE, TEXT, costMs);
  return costs.isCheap(STORE, TEXT);
}

test.each<[string, readonly number[], boolean]>([
  ['never run', [], false],
  ['cheap a few times', [0.1, 0.1, 0.1], false],
  ['cheap often enough', [0.1, 0.1, 0.1, 0.1], true],
  ['cheap, but not in a row', [0.1, 0.1, 5, 0.1, 0.1], false],
  ['trusted and once a little slow', [0.1, 0.1, 0.1, 0.1, 5], true],
  ['trusted and once very slow', [0.1, 0.1, 0.1, 0.1, 50], false],
  ['trusted and slow on the average', [0.1, 0.1, 0.1, 0.1, 5, 0.1, 5, 0.1, 5, 0.1], false],
])('a shape that is %s', (_, costsMs, isCheap) => {
  expect(after(costsMs)).toBe(isCheap);
});

test('a shape that was expensive once must be cheap more often before it is trusted again', () => {
  const costs = new ShapeCosts();
  expect(after([0.1, 0.1, 0.1, 0.1, 50, 0.1, 0.1, 0.1, 0.1], costs)).toBe(false);
  expect(after(new Array<number>(12).fill(0.1), costs)).toBe(true);
});

test('dropping a store deletes what was learned about it', () => {
  const costs = new ShapeCosts();
  expect(after([0, 0, 0, 0], costs)).toBe(true);
  costs.forget(STORE);
  expect(costs.isCheap(STORE, TEXT)).toBe(false);
});
