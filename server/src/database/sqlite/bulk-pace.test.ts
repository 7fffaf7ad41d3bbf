import { expect, test } from 'vitest';
import { BulkPace } from './bulk-pace.ts';

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
