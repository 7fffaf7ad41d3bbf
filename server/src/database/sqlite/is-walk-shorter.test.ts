import { expect, test } from 'vitest';
import { isWalkShorter } from './is-walk-shorter.ts';

test.each<[string, { matching: number; all: number; span: number }, boolean]>([
  ['a fifth of a million rows', { matching: 200_000, all: 1_000_000, span: 20 }, true],
  ['a hundred rows of a million', { matching: 100, all: 1_000_000, span: 20 }, false],
  ['no row', { matching: 0, all: 1_000_000, span: 20 }, false],
  ['a page so far behind that all must be sorted anyway', { matching: 1_000, all: 1_000_000, span: 900 }, false],
  ['every row', { matching: 1_000, all: 1_000, span: 20 }, true],
])('the shorter way to a page of %s is chosen', (_, rows, isWalk) => {
  expect(isWalkShorter(rows)).toBe(isWalk);
});
