import '../../../test/dom.ts';
import { expect, test } from 'vitest';
import { readLimits, shownLimits } from './limits-page.tsx';

const LIMITS = {
  reads_per_10s: 300,
  writes_per_10s: 100,
  rows_bytes: 10 * 1024 ** 3,
  files_bytes: 512 * 1024 ** 2,
  storage_files: 1_000_000,
  ai_per_day: 5000,
};

test.each([
  ['usd', '50.00'],
  ['jpy', '5000'],
  ['kwd', '5.000'],
])('limits have units, and money the decimals of %s', (currency, money) => {
  const others = { emails_per_user_hour: 1 };
  const shown = shownLimits({ ...LIMITS, ...others }, currency);
  expect(shown).toEqual({
    reads_per_10s: '300',
    writes_per_10s: '100',
    rows_bytes: '10 GB',
    files_bytes: '512 MB',
    storage_files: '1000000',
    ai_per_day: money,
  });
  expect(readLimits(shown, currency)).toEqual(LIMITS);
});

test('the API judges what is no limit', () => {
  const typed = {
    ...shownLimits(LIMITS, 'usd'),
    rows_bytes: 'plenty',
    ai_per_day: '1.005',
    reads_per_10s: '',
  };
  expect(readLimits(typed, 'usd')).toMatchObject({ rows_bytes: 'plenty', ai_per_day: 1.005, reads_per_10s: '' });
});
