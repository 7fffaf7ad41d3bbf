import '../../../test/dom.ts';
import { afterEach, expect, test } from 'vitest';
import { formatDate, formatPreciseTime, formatTime, formatZonedTime } from './formats.ts';
import { shownZone } from './time-zone.ts';

const AT = '2026-03-14T09:26:53.123Z';

afterEach(() => shownZone.setUtc(false));

test('times have one style, are in UTC if the account page says so, and name the zone in their tooltip', () => {
  shownZone.setUtc(true);
  expect(formatTime(AT)).toBe('14 Mar 2026, 09:26');
  expect(formatPreciseTime(AT)).toBe('14 Mar 2026, 09:26:53.123');
  expect(formatZonedTime(AT)).toMatch(/^14 Mar 2026, 09:26:53\.123 GMT(?:\+00:00)?$/);
  shownZone.setUtc(false);
  const local = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(new Date(AT));
  expect(formatTime(AT)).toBe(`14 Mar 2026, ${local}`);
  expect(formatZonedTime(AT)).toContain('GMT');
});

test.each([true, false])('a date stays the day that it is (UTC: %s)', (isUtc) => {
  shownZone.setUtc(isUtc);
  expect(formatDate('2026-03-14')).toBe('14 Mar 2026');
  expect(formatDate('0001-01-01')).toBe('1 Jan 1');
});
