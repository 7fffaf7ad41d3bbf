import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ListWalks } from './list-walks.ts';

const LIMIT = 20;
const walk = {
  rows: (budget: number) => ({ text: `walk ${budget}`, values: [] }),
  limit: LIMIT,
  span: LIMIT,
  isFirst: false,
};
const read = { rows: { text: 'rows', values: ['a'] }, walk, count: undefined, cost: 'open' } as const;
const other = { ...read, rows: { text: 'rows', values: ['b'] } };

let walks: ListWalks;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  walks = new ListWalks();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a list becomes a walk of a few rows for each of its page when its page was full, for its values alone', () => {
  expect(walks.find('p', read)).toBeUndefined();
  walks.notePlanned('p', read, LIMIT - 1);
  expect(walks.find('p', read)).toBeUndefined();
  walks.notePlanned('p', read, LIMIT);
  expect(walks.find('p', read)?.text).toBe('walk 256');
  expect(walks.find('p', other)).toBeUndefined();
  expect(walks.find('q', read)).toBeUndefined();
});

test('a list whose rows would all be sorted is walked first, and further, until that was too short', () => {
  const found = { ...read, walk: { ...walk, isFirst: true } };
  expect(walks.find('p', found)?.text).toBe('walk 4096');
  walks.refuse('p', found);
  expect(walks.find('p', found)).toBeUndefined();
  vi.advanceTimersByTime(30_000);
  expect(walks.find('p', found)?.text).toBe('walk 4096');
});

test('a walk that was too short is tried again after a while', () => {
  walks.notePlanned('p', read, LIMIT);
  walks.refuse('p', read);
  walks.notePlanned('p', read, LIMIT);
  expect(walks.find('p', read)).toBeUndefined();
  vi.advanceTimersByTime(31_000);
  walks.notePlanned('p', read, LIMIT);
  expect(walks.find('p', read)).toBeDefined();
});

test('what is known of a store that was dropped is forgotten', () => {
  walks.notePlanned('p', read, LIMIT);
  walks.forget('p');
  expect(walks.find('p', read)).toBeUndefined();
});
