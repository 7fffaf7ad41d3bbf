import { describe, expect, it } from 'vitest';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { readSearch } from './search-parameters.ts';

const ALLOWED = ['select', 'filter', 'limit'] as const;
const read = (search: string) => readSearch<'select' | 'limit'>(search, ALLOWED);

describe('the parameters of an address', () => {
  it.each([
    ['', {}, []],
    ['select=id', { select: 'id' }, []],
    ['select=id&limit=5', { select: 'id', limit: '5' }, []],
    ['&&select=id&', { select: 'id' }, []],
    ['select', { select: '' }, []],
    ['select=a=b', { select: 'a=b' }, []],
    ['select=a+b%20c', { select: 'a b c' }, []],
    ['select=a%2Bb', { select: 'a+b' }, []],
    ['sel%65ct=id', { select: 'id' }, []],
    ['filter=a:eq:1&filter=b:eq:%C3%A9', {}, ['a:eq:1', 'b:eq:é']],
    ['filter=', {}, ['']],
  ])('reads %j', (search, values, filters) => {
    const found = read(search);
    expect({ ...found.values }).toEqual(values);
    expect(found.filters).toEqual(filters);
  });

  it.each([
    ['limit=1&limit=2', 'unknown_parameter'],
    ['limit=1&limit=', 'unknown_parameter'],
    ['lim=1', 'unknown_parameter'],
    ['Limit=1', 'unknown_parameter'],
    ['__proto__=1', 'unknown_parameter'],
    ['constructor=1', 'unknown_parameter'],
    ['=1', 'unknown_parameter'],
    ['select=%', 'validation_failed'],
    ['select=%zz', 'validation_failed'],
    ['select=%ff', 'validation_failed'],
    ['select=%ED%A0%80', 'validation_failed'],
    ['%ff=1', 'validation_failed'],
  ])('refuses %j with %s', (search, code) => {
    expect(() => read(search)).toThrowError(expect.objectContaining({ code }));
  });

  it('reads 64 KB of anything in one pass', () => {
    const hostile = ['&'.repeat(65_000), '%'.repeat(65_000), `filter=${'+'.repeat(65_000)}`, 'filter=a&'.repeat(7_000)];
    for (const search of hostile) {
      const cost = cpuMsOf(() => {
        try {
          read(search);
        } catch {
          // Refusing is as good as parsing; either must be quick.
        }
      });
      expect(cost).toBeLessThan(100);
    }
  });
});
