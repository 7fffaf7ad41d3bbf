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

test('a list whose page was full is walked next time, with a row budget per page row, for the same values only', () => {
  expect(walks.find('p', read)).toBeUndefined();
  walks.notePlanned('p', read, LIMIT - 1);
  expect(walks.find('p', read)).toBeUndefined();
  walks.notePlanned('p', read, LIMIT);
  expect(walks.find('p', read)?.text).toBe('walk 256');
  expect(walks.find('p', other)).toBeUndefined();
  expect(walks.find('q', read)).toBeUndefined();
});

test('a list that would sort all its rows is walked first, with a larger budget, until the walk falls short', () => {
  const found = { ...read, walk: { ...walk, isFirst: true } };
  expect(walks.find('p', found)?.text).toBe('walk 4096');
  walks.refuse('p', found);
  expect(walks.find('p', found)).toBeUndefined();
  vi.advanceTimersByTime(30_000);
  expect(walks.find('p', found)?.text).toBe('walk 4096');
});

test('a walk that fell short is retried later', () => {
  walks.notePlanned('p', read, LIMIT);
  walks.refuse('p', read);
  walks.notePlanned('p', read, LIMIT);
  expect(walks.find('p', read)).toBeUndefined();
  vi.advanceTimersByTime(31_000);
  walks.notePlanned('p', read, LIMIT);
  expect(walks.find('p', read)).toBeDefined();
});

test('dropping a store deletes what was learned about it', () => {
  walks.notePlanned('p', read, LIMIT);
  walks.forget('p');
  expect(walks.find('p', read)).toBeUndefined();
});
