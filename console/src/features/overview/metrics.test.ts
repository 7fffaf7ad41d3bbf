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
  expect(deliveries?.summary?.(26, 0, 0)).toBe('26 of 26 delivered');
  expect(deliveries?.summary?.(26, 14, 0)).toBe('12 of 26 delivered, 14 failed');
  expect(deliveries?.summary?.(12, 0, 14)).toBe('12 of 26 delivered, 14 skipped');
  expect(deliveries?.summary?.(14, 2, 12)).toBe('12 of 26 delivered, 2 failed, 12 skipped');
  expect(deliveries?.summary?.(0, 0, 0)).toBe('0');
});
