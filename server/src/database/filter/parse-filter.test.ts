import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../platform/errors.ts';
import type { Comparison, Filter, Operator } from '../schema/filter.ts';
import { parseFilter, parseFilters } from './parse-filter.ts';

const is = (field: string, op: Operator, value: Comparison['value']): Filter => ({
  kind: 'compare',
  field,
  op,
  value,
  form: 'text',
});
const json = (field: string, op: Operator, value: Comparison['value']): Filter => ({
  kind: 'compare',
  field,
  op,
  value,
  form: 'json',
});
const and = (...terms: Filter[]): Filter => ({ kind: 'and', terms });
const or = (...terms: Filter[]): Filter => ({ kind: 'or', terms });
const not = (term: Filter): Filter => ({ kind: 'not', term });

describe('the text form', () => {
  test.each<[string, Filter]>([
    ['status:eq:active', is('status', 'eq', 'active')],
    ['status:eq:active,price:gte:10', and(is('status', 'eq', 'active'), is('price', 'gte', '10'))],
    [
      'or(status:eq:draft,and(price:lt:5,stock:gt:0))',
      or(is('status', 'eq', 'draft'), and(is('price', 'lt', '5'), is('stock', 'gt', '0'))),
    ],
    ['id:in:(a,b,c)', is('id', 'in', ['a', 'b', 'c'])],
    ['id:nin:(a)', is('id', 'nin', ['a'])],
    ['price:between:(1,5)', is('price', 'between', ['1', '5'])],
    ['deleted_at:is:null', is('deleted_at', 'is', 'null')],
    ['title:ilike:*john*', is('title', 'ilike', '*john*')],
    ['name:eq:"Smith, John"', is('name', 'eq', 'Smith, John')],
    ['name:eq:"a\\"b\\\\c\\d(e)"', is('name', 'eq', 'a"b\\cd(e)')],
    ['name:eq:""', is('name', 'eq', '')],
    ['name:in:("a,b",c,"")', is('name', 'in', ['a,b', 'c', ''])],
    ['at:gt:2026-01-01T00:00:00Z', is('at', 'gt', '2026-01-01T00:00:00Z')],
    ['url:eq:http://a:b', is('url', 'eq', 'http://a:b')],
    ['a:eq:x;y', is('a', 'eq', 'x;y')],
    ['a:eq: x ', is('a', 'eq', ' x ')],
    ['a:eq:back\\slash', is('a', 'eq', 'back\\slash')],
    ['not(a:eq:1)', not(is('a', 'eq', '1'))],
    ['not(a:eq:1,b:eq:2)', not(and(is('a', 'eq', '1'), is('b', 'eq', '2')))],
    ['and(a:eq:1)', and(is('a', 'eq', '1'))],
    ['not:eq:1,and:eq:2,or:is:null', and(is('not', 'eq', '1'), is('and', 'eq', '2'), is('or', 'is', 'null'))],
    ['__proto__:eq:1', is('__proto__', 'eq', '1')],
    ['a:eq:and', is('a', 'eq', 'and')],
  ])('%s is parsed', (text, filter) => {
    expect(parseFilter(text)).toEqual(filter);
  });

  test.each<[string, RegExp]>([
    ['', /empty/],
    ['a', /end of the filter .*":"/],
    ['a:eq', /end of the filter.*value/],
    ['a:eq:', /end of the filter.*""/],
    ['a:eq:,b:eq:1', /"," at character 6/],
    [':eq:1', /":" at character 1/],
    ['a:eq:1,', /end of the filter.*condition/],
    [',a:eq:1', /"," at character 1/],
    ['a:eq:1,,b:eq:1', /"," at character 8/],
    ['a:like:x(y', /"\(" at character 9/],
    ['a:eq:x"y', /double quote at character 7/],
    ['a:eq:"x', /character 6 is never closed/],
    ['a:eq:"x\\"', /never closed/],
    ['a:eq:"x\\', /never closed/],
    ['a:eq:"x"y', /"y" at character 9/],
    ['a:eq:(1)', /"\(" at character 6/],
    ['a:in:1', /"1" at character 6/],
    ['a:in:()', /list of in .* empty/],
    ['a:in:(1,)', /"\)" at character 9/],
    ['a:in:(,1)', /"," at character 7/],
    ['a:in:(1', /end of the filter/],
    ['a:between:(1)', /two values/],
    ['a:between:(1,2,3)', /two values/],
    ['or()', /or\(\) .* empty/],
    ['and()', /empty/],
    ['not()', /empty/],
    ['or(a:eq:1', /end of the filter.*"\)"/],
    ['or(a:eq:1))', /"\)" at character 11/],
    ['a:eq:1)', /"\)" at character 7/],
    ['or(a:eq:1)b:eq:2', /"b" at character 11/],
    ['xor(a:eq:1)', /not "xor" at character 1/],
    ['(a:eq:1)', /not ""/],
    ['a:equals:1', /no operator "equals"/],
    ['a:EQ:1', /no operator "EQ"/],
    ['a:constructor:1', /no operator/],
    ['OR(a:eq:1)', /not "OR"/],
  ])('%s is refused with its position', (text, message) => {
    expect(refusal(() => parseFilter(text))).toMatch(message);
  });
});

describe('the JSON form', () => {
  test.each<[unknown, Filter]>([
    [{ a: 'x' }, json('a', 'eq', 'x')],
    [{ a: null }, json('a', 'is', null)],
    [{ a: { is: null } }, json('a', 'is', null)],
    [{ a: { gte: 1, lt: 5 } }, and(json('a', 'gte', 1), json('a', 'lt', 5))],
    [
      { status: 'active', or: [{ a: { lt: 5 } }, { b: { is: null } }] },
      and(json('status', 'eq', 'active'), or(json('a', 'lt', 5), json('b', 'is', null))),
    ],
    [{ and: [{ a: 1, b: true }] }, and(and(json('a', 'eq', 1), json('b', 'eq', true)))],
    [{ not: { a: 1, b: 2 } }, not(and(json('a', 'eq', 1), json('b', 'eq', 2)))],
    [{ a: { in: [1, 'x', true] } }, json('a', 'in', [1, 'x', true])],
    [{ and: 1, or: { is: null } }, and(json('and', 'eq', 1), json('or', 'is', null))],
    [{ not: [{ a: 1 }, { b: 2 }] }, not(and(json('a', 'eq', 1), json('b', 'eq', 2)))],
    [{ not: [{ a: 1 }] }, not(json('a', 'eq', 1))],
    [{ not: 'x' }, json('not', 'eq', 'x')],
    [JSON.parse('{"__proto__": 1}'), json('__proto__', 'eq', 1)],
    [JSON.parse('{"constructor": {"eq": 1}}'), json('constructor', 'eq', 1)],
  ])('%j is parsed, as an object and as text', (input, filter) => {
    expect(parseFilter(input)).toEqual(filter);
    expect(parseFilter(JSON.stringify(input))).toEqual(filter);
  });

  test.each<[unknown, RegExp]>([
    [{}, /empty/],
    [{ a: {} }, /empty/],
    [{ or: [] }, /empty/],
    [{ or: [{}] }, /empty/],
    [{ not: {} }, /empty/],
    [{ not: [] }, /empty/],
    [{ not: ['a'] }, /must be an object/],
    [{ a: { in: [] } }, /empty/],
    [{ a: { in: 1 } }, /takes a list/],
    [{ a: { in: [null] } }, /null/],
    [{ a: { in: [[1]] } }, /must be text/],
    [{ a: { between: [1] } }, /two values/],
    [{ a: { eq: null } }, /only be compared with "is"/],
    [{ a: { eq: [1] } }, /must be text/],
    [{ a: [1] }, /must be text/],
    [{ a: { is: { x: 1 } } }, /must be text/],
    [{ a: { equals: 1 } }, /no operator "equals"/],
    [JSON.parse('{"a": {"__proto__": 1}}'), /no operator "__proto__"/],
    [{ or: ['a:eq:1'] }, /must be an object/],
    [{ or: [[]] }, /must be an object/],
    [[], /must be an object/],
    [[{ a: 1 }], /must be an object/],
    [null, /must be an object/],
    [5, /must be an object/],
    [undefined, /must be an object/],
    ['{', /valid JSON/],
    ['{"a":1} ', /^$/],
    ['{"a":1}x', /valid JSON/],
  ])('%j is refused, or parsed when nothing is wrong', (input, message) => {
    expect(refusal(() => parseFilter(input))).toMatch(message);
  });
});

describe('limits', () => {
  const nested = (groups: number): string => `${'not('.repeat(groups)}a:eq:1${')'.repeat(groups)}`;
  const nestedJson = (groups: number): object => (groups === 0 ? { a: 1 } : { not: nestedJson(groups - 1) });
  const many = (count: number): string => Array.from({ length: count }, () => 'a:eq:1').join(',');
  const list = (count: number): string => `a:in:(${Array.from({ length: count }, () => '1').join(',')})`;

  test('eight nested groups are allowed, nine are not', () => {
    expect(refusal(() => parseFilter(nested(8)))).toBe('');
    expect(refusal(() => parseFilter(nested(9)))).toMatch(/8 levels deep/);
    expect(refusal(() => parseFilter(nestedJson(8)))).toBe('');
    expect(refusal(() => parseFilter(nestedJson(9)))).toMatch(/8 levels deep/);
  });

  test('fifty conditions are allowed over all filters of a request, fifty-one are not', () => {
    expect(refusal(() => parseFilter(many(50)))).toBe('');
    expect(refusal(() => parseFilter(many(51)))).toMatch(/50 conditions/);
    expect(refusal(() => parseFilters([many(25), { a: { gt: 1, lt: 2 } }, many(23)]))).toBe('');
    expect(refusal(() => parseFilters([many(25), { a: { gt: 1, lt: 2 } }, many(24)]))).toMatch(/50 conditions/);
  });

  test('five hundred values of a list are allowed, one more is not', () => {
    expect(refusal(() => parseFilter(list(500)))).toBe('');
    expect(refusal(() => parseFilter(list(501)))).toMatch(/500 values/);
    expect(refusal(() => parseFilter({ a: { in: Array(501).fill(1) } }))).toMatch(/500 values/);
  });

  test('several filters are combined with AND', () => {
    expect(parseFilters(['a:eq:1'])).toEqual(is('a', 'eq', '1'));
    expect(parseFilters(['a:eq:1', { b: 2 }])).toEqual(and(is('a', 'eq', '1'), json('b', 'eq', 2)));
    expect(refusal(() => parseFilters([]))).toMatch(/empty/);
    expect(refusal(() => parseFilters(['a:eq:1', '']))).toMatch(/empty/);
  });
});

/** The message of the refusal, or nothing. */
function refusal(parse: () => unknown): string {
  try {
    parse();
    return '';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'invalid_filter') throw error;
    return error.message;
  }
}
