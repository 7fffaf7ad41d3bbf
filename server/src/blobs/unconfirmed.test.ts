import { expect, test } from 'vitest';
import { UnconfirmedBlobs } from './unconfirmed.ts';

test('a blob stays unconfirmed until it is confirmed or deleted, and for a day at most', () => {
  let nowMs = 0;
  const unconfirmed = new UnconfirmedBlobs(() => nowMs);
  unconfirmed.add('kept');
  unconfirmed.add('done');
  unconfirmed.delete('done');
  expect(['kept', 'done', 'other'].map((id) => unconfirmed.has(id))).toEqual([true, false, false]);
  nowMs = 86_399_999;
  expect(unconfirmed.has('kept')).toBe(true);
  nowMs = 86_400_000;
  expect(unconfirmed.has('kept')).toBe(false);
});
