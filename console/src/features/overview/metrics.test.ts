import '../../../test/dom.ts';
import { expect, test } from 'vitest';
import { comparison, METRICS } from './metrics.ts';

test.each([
  [0, 0, undefined],
  [5, 5, 'as much as the day before'],
  [5, 0, 'none the day before'],
  [112, 100, '12 % more than the day before'],
  [50, 100, '50 % less than the day before'],
  [1001, 1000, 'about as much as the day before'],
])('%i after %i is %s', (now, before, text) => {
  expect(comparison(now, before, 'the day before')).toBe(text);
});

test('deliveries show how many of them arrived', () => {
  const deliveries = METRICS.find(({ title }) => title === 'Deliveries');
  expect(deliveries?.summary?.(26, 14)).toBe('12 of 26 delivered');
  expect(deliveries?.summary?.(0, 0)).toBe('0');
});
