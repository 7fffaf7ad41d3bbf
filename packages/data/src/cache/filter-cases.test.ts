import { describe, expect, test } from 'vitest';
import { CASE_ROWS, FILTER_CASES, ORDER_CASES } from '../../../../e2e/fixtures/filter-cases.ts';
import { matchesFilter } from './matches-filter.ts';
import { compareRows } from './row-order.ts';

/** Rows as the service returns them; `server/src/modules/rows/filter-cases.test.ts` runs the same cases on it. */
const ROWS: readonly Readonly<Record<string, unknown>>[] = CASE_ROWS.map((row, index) => ({
  id: `019aa000-0000-7000-8000-00000000000${index}`,
  created_at: `2026-01-01T00:00:00.00${index}Z`,
  ...row,
}));

describe('changes are evaluated in the browser as by the service', () => {
  test.each(FILTER_CASES.map(([filter, names]) => [JSON.stringify(filter), filter, names] as const))(
    '%s',
    (_text, filter, names) => {
      const judged = ROWS.map((row) => [row['name'], matchesFilter(filter, row)]);
      expect(judged).toEqual(ROWS.map((row) => [row['name'], names.includes(String(row['name']))]));
    },
  );

  test.each(ORDER_CASES)('in order of %j', (order, names) => {
    const sorted = ROWS.toReversed().sort((one, other) => compareRows(one, other, order));
    expect(sorted.map((row) => row['name'])).toEqual(names);
  });
});

describe('the browser cannot decide a filter', () => {
  test.each([
    ['with a column that the row does not have', { missing: 1 }],
    ['with an unknown operator', { rank: { near: 1 } }],
    ['with an invalid number', { rank: { eq: 'many' } }],
    ['with a value in place of a list', { rank: { in: 1 } }],
    ['that is text without filter syntax', 'rank:eq'],
    ['with an unclosed bracket', 'or(rank:eq:1'],
    ['with an unclosed quote', 'note:eq:"a'],
    ['with text after its end', 'rank:eq:1)'],
    ['with an unknown group', 'xor(rank:eq:1,rank:eq:2)'],
  ])('%s', (_name, filter) => {
    const [, one = {}] = ROWS;
    expect(matchesFilter(filter, one)).toBeUndefined();
    // A group with an undecidable term is undecidable too, unless its other terms decide.
    if (typeof filter === 'object') {
      expect(matchesFilter({ or: [filter, { rank: 1 }] }, one)).toBe(true);
      expect(matchesFilter({ and: [filter, { rank: 2 }] }, one)).toBe(false);
    }
  });
});
