import '../../../../test/dom.ts';
import { afterEach, expect, test } from 'vitest';
import { shownZone } from '../../../shared/text/time-zone.ts';
import { fieldRange, fieldValueOf, momentOf, momentProblem } from './moment-times.ts';

const moments = { from: '2026-03-14T09:26:05.300Z', to: '2026-03-15T10:00:00.900Z' };

afterEach(() => shownZone.setUtc(false));

test.each([true, false])('a whole second goes into the field and comes back (UTC: %s)', (isUtc) => {
  shownZone.setUtc(isUtc);
  const text = fieldValueOf(Date.parse('2026-03-14T09:26:06Z'));
  expect(text).toMatch(/^2026-03-1\dT\d\d:\d\d:06$/);
  expect(momentOf(text)).toBe('2026-03-14T09:26:06.000Z');
});

test('the first and the last second of the field are in the archive', () => {
  shownZone.setUtc(true);
  const { min, max } = fieldRange(moments);
  expect([min, max]).toEqual(['2026-03-14T09:26:06', '2026-03-15T10:00:00']);
  for (const text of [min, max]) expect(momentProblem(momentOf(text), moments)).toBeUndefined();
});

test.each([
  ['', 'Choose a date and a time.'],
  ['2026-03-14T09:26:05', 'The archive does not go back so far.'],
  ['2026-03-15T10:00:01', 'The archive does not have this moment yet.'],
])('a moment that the archive does not have is refused with its reason: %s', (text, problem) => {
  shownZone.setUtc(true);
  expect(momentProblem(momentOf(text), moments)).toBe(problem);
});
