import { expect, test } from 'vitest';
import { orderText, readGridAddress, turnOrder } from './grid-address.ts';

test.each([
  [{}, { limit: 100, order: [], filter: undefined, columns: undefined }],
  [{ limit: '20' }, { limit: 20 }],
  [{ limit: '100000' }, { limit: 500 }],
  [{ limit: '-1' }, { limit: 100 }],
  [
    { order: 'a:desc,b' },
    {
      order: [
        { column: 'a', direction: 'desc' },
        { column: 'b', direction: 'asc' },
      ],
    },
  ],
  [
    { cols: 'a,b', as: 'role:x' },
    { columns: ['a', 'b'], as: 'role:x' },
  ],
])('the grid of %j', (search, address) => {
  expect(readGridAddress(search)).toMatchObject(address);
});

test('a header sorts ascending, descending and not at all; with Shift the other columns keep their order', () => {
  const up = turnOrder([], 'a', false);
  expect(orderText(up)).toBe('a:asc');
  expect(orderText(turnOrder(up, 'a', false))).toBe('a:desc');
  expect(turnOrder(turnOrder(up, 'a', false), 'a', false)).toEqual([]);
  const both = turnOrder(up, 'b', true);
  expect(orderText(both)).toBe('a:asc,b:asc');
  expect(orderText(turnOrder(both, 'a', true))).toBe('a:desc,b:asc');
  expect(orderText(turnOrder(both, 'b', false))).toBe('b:desc');
});
