import { describe, expect, test } from 'vitest';
import { nextTime, requireSchedule } from './cron-schedule.ts';

const AFTER = Date.parse('2026-01-01T00:00:00Z');

function nextTimes(pattern: string, timezone: string, after: string, count: number): string[] {
  const times: string[] = [];
  for (let at = Date.parse(after); times.length < count; ) {
    at = nextTime({ pattern, timezone }, at) ?? Number.NaN;
    times.push(new Date(at).toISOString().replace(':00.000Z', 'Z'));
  }
  return times;
}

describe('the next time of a schedule', () => {
  test.each([
    [
      'daily at an hour that summer time skips',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'daily at an hour that occurs twice',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'in New York, at a skipped hour',
      '30 2 * * *',
      'America/New_York',
      '2026-03-07T12:00:00Z',
      ['2026-03-08T07:00Z', '2026-03-09T06:30Z'],
    ],
    [
      'in New York, at an hour that occurs twice',
      '30 1 * * *',
      'America/New_York',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T05:30Z', '2026-11-02T06:30Z'],
    ],
    [
      'half an hour of summer time, skipped',
      '15 2 * * *',
      'Australia/Lord_Howe',
      '2026-10-03T00:00:00Z',
      ['2026-10-03T15:30Z', '2026-10-04T15:15Z'],
    ],
    [
      'half an hour of summer time, occurring twice',
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T00:00:00Z',
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
    [
      'a zone without summer time',
      '30 2 * * *',
      'Asia/Kolkata',
      '2026-03-28T12:00:00Z',
      ['2026-03-28T21:00Z', '2026-03-29T21:00Z'],
    ],
    [
      'every hour through the change, by real time',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'on days that match either day field',
      '0 0 13 * 5',
      'UTC',
      '2026-02-01T00:00:00Z',
      ['2026-02-06T00:00Z', '2026-02-13T00:00Z', '2026-02-20T00:00Z'],
    ],
    ['Sunday as 7', '0 0 * * 7', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
    [
      'names of months and days',
      '0 0 * JAN MON-TUE',
      'UTC',
      '2026-01-27T00:00:00Z',
      ['2027-01-04T00:00Z', '2027-01-05T00:00Z'],
    ],
    ['a leap day', '0 0 29 2 *', 'UTC', '2026-01-01T00:00:00Z', ['2028-02-29T00:00Z', '2032-02-29T00:00Z']],
    ['@hourly', '@hourly', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-01T01:00Z', '2026-01-01T02:00Z']],
    ['@daily', '@daily', 'Asia/Tokyo', '2026-01-01T00:00:00Z', ['2026-01-01T15:00Z', '2026-01-02T15:00Z']],
    ['@weekly', '@weekly', 'UTC', '2026-01-01T00:00:00Z', ['2026-01-04T00:00Z', '2026-01-11T00:00Z']],
    ['@monthly', '@monthly', 'UTC', '2026-01-01T00:00:00Z', ['2026-02-01T00:00Z', '2026-03-01T00:00Z']],
    ['@yearly', '@yearly', 'UTC', '2026-01-01T00:00:00Z', ['2027-01-01T00:00Z', '2028-01-01T00:00Z']],
  ])('%s', (_, pattern, timezone, after, times) => {
    expect(nextTimes(pattern, timezone, after, times.length)).toEqual(times);
  });
});

describe('an invalid schedule', () => {
  test.each([
    ['', 'UTC'],
    ['* * * *', 'UTC'],
    ['* * * * * *', 'UTC'],
    ['60 * * * *', 'UTC'],
    ['* 24 * * *', 'UTC'],
    ['*/0 * * * *', 'UTC'],
    ['5-1 * * * *', 'UTC'],
    ['0 0 L * *', 'UTC'],
    ['0 0 15W * *', 'UTC'],
    ['0 0 * * FRI#2', 'UTC'],
    ['0 0 31 2 *', 'UTC'],
    ['0 0 30 2 *', 'UTC'],
    ['@reboot', 'UTC'],
    ['@annually', 'UTC'],
    ['0 0 * * *', 'Mars/Olympus'],
    ['0 0 * * *', '+02:00'],
    ['0 0 * * *', ''],
    [`${'0,'.repeat(200)}0 0 * * *`, 'UTC'],
  ])('%s in %s is refused', (pattern, timezone) => {
    expect(() => requireSchedule({ pattern, timezone }, AFTER)).toThrow(
      expect.objectContaining({ code: 'invalid_schedule' }),
    );
  });
});
