import '../../../test/dom.ts';
import { afterEach, expect, test } from 'vitest';
import { shownZone } from '../text/time-zone.ts';
import { endOfDay, instantOf, localDateTime } from './times.ts';

afterEach(() => shownZone.setUtc(false));

test('fields of times are in UTC if the account page says so', () => {
  shownZone.setUtc(true);
  expect(instantOf('2026-03-14T09:26')).toBe('2026-03-14T09:26:00.000Z');
  expect(localDateTime(new Date('2026-03-14T09:26:53Z'))).toBe('2026-03-14T09:26');
  expect(endOfDay('2026-03-14')).toBe('2026-03-14T23:59:59.999Z');
});

test('otherwise they are in the zone of the device', () => {
  const local = new Date(2026, 2, 14, 9, 26);
  expect(instantOf('2026-03-14T09:26')).toBe(local.toISOString());
  expect(localDateTime(local)).toBe('2026-03-14T09:26');
  expect(endOfDay('2026-03-14')).toBe(new Date(2026, 2, 14, 23, 59, 59, 999).toISOString());
});

test.each([true, false])('an empty field is no time, and the service judges what is none (UTC: %s)', (isUtc) => {
  shownZone.setUtc(isUtc);
  expect([instantOf(''), endOfDay('')]).toEqual([undefined, null]);
  expect([instantOf('soon'), endOfDay('soon')]).toEqual(['soon', 'soon']);
});
