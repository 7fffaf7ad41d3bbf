import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { decimalsOf, formatMoney, readMoney } from './money.ts';

test.each([
  ['jpy', 1500, '¥1,500'],
  ['eur', 1500, '€15.00'],
  ['kwd', 1500, 'KWD 1.500'],
  ['huf', 150_000, 'HUF 1,500.00'],
  ['isk', 150_000, 'ISK 1,500.00'],
  ['idr', 150_000, 'IDR 1,500.00'],
  ['cop', 150_000, 'COP 1,500.00'],
  ['pkr', 150_000, 'PKR 1,500.00'],
  ['ugx', 150_000, 'UGX 1,500.00'],
  ['twd', 150_000, 'NT$1,500.00'],
  ['XXXX', 1500, '15.00 XXXX'],
])('an amount of %s has the provider’s number of decimals', (currency, amount, shown) => {
  expect(formatMoney(amount, currency).replace(/\s/g, ' ')).toBe(shown);
});

test.each([
  ['12.5', 'eur', 1250],
  ['12.505', 'eur', undefined],
  ['12.505', 'kwd', 12_505],
  ['12', 'jpy', 12],
  ['12.0', 'jpy', undefined],
  ['0', 'eur', undefined],
  ['-1', 'eur', undefined],
  ['ten', 'eur', undefined],
])('%s of %s is %s in the smallest unit', (text, currency, amount) => {
  expect(readMoney(text, currency)).toBe(amount);
});

test('the documentation names the same currencies as the console', async () => {
  const text = await readFile(new URL('../../../../docs/integrations/process_payment.md', import.meta.url), 'utf8');
  for (const digits of [0, 3]) {
    const line = text.split('\n').find((each) => each.startsWith(`| ${digits} |`)) ?? '';
    const named = [...line.matchAll(/`([A-Z]{3})`/g)].map(([, name = '']) => name);
    expect(named.length, line).toBeGreaterThan(3);
    expect(named.map(decimalsOf)).toEqual(named.map(() => digits));
  }
  const all = [...text.matchAll(/^\| [03] \|.*$/gm)].join(' ').match(/`[A-Z]{3}`/g) ?? [];
  expect(all).toHaveLength(20);
});
