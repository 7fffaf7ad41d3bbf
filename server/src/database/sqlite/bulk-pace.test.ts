import { expect, test } from 'vitest';
import { BulkPace, nextAppendedRows } from './bulk-pace.ts';

test('portions are small for a second after another write of their thread, and large otherwise', () => {
  let nowMs = 5_000;
  const pace = new BulkPace<object>(() => nowMs);
  const [own, other] = [{}, {}];
  expect(pace.rowsBeside(own)).toBe(2_500);
  pace.noteWrite(own);
  nowMs += 999;
  expect([pace.rowsBeside(own), pace.rowsBeside(other)]).toEqual([100, 2_500]);
  nowMs += 1;
  expect(pace.rowsBeside(own)).toBe(2_500);
});

test.each([
  [500, 1, 1_000],
  [2_000, 9, 2_500],
  [2_500, 9, 2_500],
  [2_500, 10, 1_250],
  [1_250, 40, 625],
  [625, 40, 500],
  [500, 4_000, 500],
])('after %i rows that took %i ms, %i are appended', (rows, tookMs, next) => {
  expect(nextAppendedRows(rows, tookMs)).toBe(next);
});
