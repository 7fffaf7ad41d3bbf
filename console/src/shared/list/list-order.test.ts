import { expect, test } from 'vitest';
import { readListOrder, sortItems, turnedOrder } from './list-order.ts';

test('a header turns the order from ascending to descending to none, and begins anew at another column', () => {
  expect(turnedOrder(undefined, 'name')).toBe('name:asc');
  expect(turnedOrder({ key: 'name', direction: 'asc' }, 'name')).toBe('name:desc');
  expect(turnedOrder({ key: 'name', direction: 'desc' }, 'name')).toBeUndefined();
  expect(turnedOrder({ key: 'name', direction: 'desc' }, 'email')).toBe('email:asc');
});

test.each([
  ['name:desc', { key: 'name', direction: 'desc' }],
  ['name', undefined],
  ['name:up', undefined],
  ['a b:asc', undefined],
  [undefined, undefined],
])('the order %s of an address is read as %j', (text, order) => {
  expect(readListOrder(text)).toEqual(order);
});

test.each([
  [['b', null, 'a'], 'asc', [null, 'a', 'b']],
  [['b', null, 'a'], 'desc', ['b', 'a', null]],
  [['item 10', 'item 9'], 'asc', ['item 9', 'item 10']],
  [[3, 20, 1], 'desc', [20, 3, 1]],
  [[true, false], 'asc', [false, true]],
] as const)('%j sorts %s as %j', (values, direction, sorted) => {
  expect(sortItems<string | number | boolean | null>(values, (value) => value, direction)).toEqual(sorted);
});
