import { expect, test } from 'vitest';
import { backupKeepOf } from '../../../config/index.ts';
import { filesToDelete } from './keep-policy.ts';
import { latestSlot } from './schedule.ts';

function kept(times: readonly string[], rules: string): readonly string[] {
  const keep = backupKeepOf(rules);
  if (keep === undefined) throw new Error('no rules');
  const gone = new Set(
    filesToDelete(
      times.map((file) => ({ file, timeMs: Date.parse(file) })),
      keep,
    ),
  );
  return times.filter((time) => !gone.has(time));
}

const HOURS = ['2026-03-02T01:00:00Z', '2026-03-02T02:00:00Z', '2026-03-02T03:00:00Z'];

test.each([
  ['last keeps the newest', HOURS, 'last:2', HOURS.slice(1)],
  [
    'daily keeps the newest of each day',
    [...HOURS, '2026-03-03T01:00:00Z'],
    'daily:7',
    [HOURS[2], '2026-03-03T01:00:00Z'],
  ],
  [
    'weeks begin on Monday',
    ['2026-03-01T12:00:00Z', '2026-03-02T12:00:00Z', '2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z'],
    'weekly:2',
    ['2026-03-08T12:00:00Z', '2026-03-09T12:00:00Z'],
  ],
  [
    'days without a backup count for nothing',
    ['2026-01-01T03:00:00Z', '2026-02-01T03:00:00Z', '2026-03-01T03:00:00Z'],
    'daily:2',
    ['2026-02-01T03:00:00Z', '2026-03-01T03:00:00Z'],
  ],
  [
    'any rule keeps',
    ['2025-12-31T03:00:00Z', '2026-01-01T03:00:00Z', '2026-01-02T03:00:00Z'],
    'last:1,yearly:2',
    ['2025-12-31T03:00:00Z', '2026-01-02T03:00:00Z'],
  ],
  ['one backup stays', ['2026-01-01T03:00:00Z'], 'monthly:12', ['2026-01-01T03:00:00Z']],
])('%s', (_name, times, rules, expected) => {
  expect(kept(times, rules)).toEqual(expected);
});

test.each(['', 'daily', 'daily:0', 'daily:-1', 'daily:1,daily:2', 'never:1', 'last:99999'])('rejects %j', (rules) => {
  expect(backupKeepOf(rules)).toBeUndefined();
});

test('several missed times count as one, the newest', () => {
  const at = (text: string): number => Date.parse(text);
  const daily = (after: string, now: string) => latestSlot('0 3 * * *', at(after), at(now));
  expect(daily('2026-03-01T03:00:00Z', '2026-03-02T02:59:59Z')).toBeUndefined();
  expect(daily('2026-03-01T03:00:00Z', '2026-03-02T03:00:00Z')).toBe('2026-03-02T03:00:00.000Z');
  expect(daily('2026-03-01T03:00:00Z', '2026-03-09T12:00:00Z')).toBe('2026-03-09T03:00:00.000Z');
});
