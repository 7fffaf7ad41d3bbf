import { expect, test } from 'vitest';
import { createIds, parseUuid } from './ids.ts';

test('ids are UUIDv7 and increase within a millisecond, past its counter and when the clock is set back', () => {
  let now = Date.UTC(2026, 0, 1);
  const ids = createIds({ now: () => now });
  const made = Array.from({ length: 10_000 }, ids);
  now += 5;
  made.push(ids());
  now -= 60_000;
  made.push(ids(), ids());
  expect(made.toSorted()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
  expect(made.every((id) => parseUuid(id) === id && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
});
