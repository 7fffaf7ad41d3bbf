import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleColumn, sampleTable } from '../../../test/conformance/database/sample-table.ts';
import { bodyValue, defaultValue, textValue } from './column-value.ts';
import { FieldProblem } from './field-problem.ts';
import { JSON_DEPTH_MAX } from './json-text.ts';
import type { StoredType } from './table.ts';
import { parseTimestamp } from './timestamps.ts';
import { visibleColumns, visibleMap } from './visible-columns.ts';

const UUID = '018f0000-0000-7000-8000-00000000abcd';
const nested = (levels: number): unknown => (levels === 0 ? 1 : [nested(levels - 1)]);

describe('a body value', () => {
  test.each<[StoredType, unknown, unknown]>([
    ['text', '', ''],
    ['text', 'é😀', 'é😀'],
    ['integer', -0, 0],
    ['integer', -Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    ['number', -0, 0],
    ['number', 5e-324, 5e-324],
    ['boolean', false, false],
    ['timestamp', '2026-01-01t00:00:00z', '2026-01-01T00:00:00.000Z'],
    ['date', '0001-01-01', '0001-01-01'],
    ['json', false, 'false'],
    ['json', '', '""'],
    ['json', { b: [1, null], a: 'x' }, '{"b":[1,null],"a":"x"}'],
    ['json', JSON.parse('{"__proto__":{"x":1},"constructor":2}'), '{"__proto__":{"x":1},"constructor":2}'],
    ['json', nested(JSON_DEPTH_MAX), JSON.stringify(nested(JSON_DEPTH_MAX))],
    ['json', null, null],
    ['file', UUID.toUpperCase(), UUID],
    ['uuid', UUID, UUID],
  ])('of a %s column: %j is stored as %j', (type, value, stored) => {
    expect(bodyValue(sampleColumn('c', type), value)).toBe(stored);
  });

  test.each<[StoredType, unknown]>([
    ['text', 1],
    ['text', ['x']],
    ['text', 'a\0'],
    ['text', '\ud800'],
    ['integer', '1'],
    ['integer', 1.5],
    ['integer', 2 ** 53],
    ['integer', Number.NaN],
    ['number', '1'],
    ['number', Number.POSITIVE_INFINITY],
    ['number', true],
    ['boolean', 0],
    ['boolean', 'true'],
    ['timestamp', 1],
    ['timestamp', '2026-01-01'],
    ['date', '2026-02-30'],
    ['date', '2026-01-01T00:00:00Z'],
    ['json', ['a\0']],
    ['json', { 'a\0': 1 }],
    ['json', { a: '\udfff' }],
    ['json', [Number.POSITIVE_INFINITY]],
    ['json', nested(JSON_DEPTH_MAX + 1)],
    ['json', nested(5000)],
    ['json', undefined],
    ['reference', 'x'],
    ['reference', {}],
    ['uuid', `{${UUID}}`],
  ])('of a %s column: %j is refused', (type, value) => {
    expect(() => bodyValue(sampleColumn('c', type), value)).toThrow(FieldProblem);
  });

  test('null is valid for every optional column', () => {
    expect(bodyValue(sampleColumn('c', 'text'), null)).toBe(null);
    expect(() => bodyValue(sampleColumn('c', 'text', { required: true }), null)).toThrow('must not be null');
    expect(() => bodyValue(sampleColumn('c', 'json', { required: true }), null)).toThrow('must not be null');
  });

  test('a listed word is valid for an enum, also as text', () => {
    const column = sampleColumn('c', 'text', { enum: ['a', 'b'] });
    expect(bodyValue(column, 'a')).toBe('a');
    expect(textValue(column, 'b')).toBe('b');
    expect(() => bodyValue(column, 'A')).toThrow('must be one of a, b');
    expect(() => textValue(column, '')).toThrow('must be one of a, b');
  });

  test('the length of an indexed text is limited in bytes', () => {
    const column = sampleColumn('c', 'text');
    for (const indexed of [
      { ...column, unique: true },
      { ...column, indexed: true },
    ]) {
      expect(bodyValue(indexed, 'ä'.repeat(1250))).toHaveLength(1250);
      expect(() => bodyValue(indexed, 'ä'.repeat(1251))).toThrow('must be at most 2500 bytes');
      expect(() => textValue(indexed, 'a'.repeat(2501))).toThrow('must be at most 2500 bytes');
    }
    expect(bodyValue(column, 'ä'.repeat(1251))).toHaveLength(1251);
  });
});

describe('a text value', () => {
  test.each<[StoredType, string, unknown]>([
    ['json', '{"a": [1, 2]}', '{"a":[1,2]}'],
    ['json', ' null ', null],
    ['json', '"x"', '"x"'],
    ['integer', '-12', -12],
    ['number', '1.50', 1.5],
    ['boolean', 'true', true],
  ])('of a %s column: %j is stored as %j', (type, text, stored) => {
    expect(textValue(sampleColumn('c', type), text)).toBe(stored);
  });

  test.each<[StoredType, string]>([
    ['json', 'x'],
    ['json', '[1e400]'],
    ['integer', ''],
    ['integer', '01'],
    ['integer', '9'.repeat(60_000)],
    ['number', '1,5'],
    ['number', ''],
    ['boolean', 'yes'],
    ['timestamp', `2026-01-01T00:00:00.${'1'.repeat(60_000)}Z`],
  ])('of a %s column: an invalid text is refused', (type, text) => {
    expect(() => textValue(sampleColumn('c', type), text)).toThrow(FieldProblem);
  });
});

describe('a timestamp', () => {
  test.each([
    ['2026-01-31T12:34:56Z', '2026-01-31T12:34:56.000Z'],
    ['2026-01-31 12:34:56.1z', '2026-01-31T12:34:56.100Z'],
    ['2026-01-31T12:34:56.9999999+00:00', '2026-01-31T12:34:56.999Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2025-12-31T23:30:00-23:59', '2026-01-01T23:29:00.000Z'],
    ['2024-02-29T00:00:00-00:00', '2024-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0000-12-31T23:30:00-01:00', '0001-01-01T00:30:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('%s is %s', (text, stored) => {
    expect(parseTimestamp(text)).toBe(stored);
  });

  test.each([
    '',
    '2026-01-31T12:34:56',
    '2026-01-31T12:34Z',
    '2026-01-31T24:00:00Z',
    '2026-01-31T12:60:00Z',
    '2016-12-31T23:59:60Z',
    '2026-02-29T00:00:00Z',
    '1900-02-29T00:00:00Z',
    '2026-04-31T00:00:00Z',
    '2026-00-01T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-01-00T00:00:00Z',
    '2026-01-31T12:34:56+0100',
    '2026-01-31T12:34:56+24:00',
    '2026-01-31T12:34:56 01:00',
    '2026-01-31T12:34:56.Z',
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '+12026-01-31T12:34:56Z',
    '٢٠٢٦-01-31T12:34:56Z',
    '2026-01-31T12:34:56Z\n',
  ])('%j is refused', (text) => {
    expect(parseTimestamp(text)).toBeUndefined();
  });

  test('in any time zone gives the same moment', () => {
    const times = fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, fc.integer({ min: -1439, max: 1439 }), (time, offset) => {
        const local = new Date(time.getTime() + offset * 60_000).toISOString().slice(0, -1);
        const pad = (n: number): string => String(Math.floor(n)).padStart(2, '0');
        const zone = `${offset < 0 ? '-' : '+'}${pad(Math.abs(offset) / 60)}:${pad(Math.abs(offset) % 60)}`;
        expect(parseTimestamp(local + zone)).toBe(time.toISOString());
      }),
    );
  });
});

describe('columns', () => {
  test('a default is stored like a value, and as null when there is none', () => {
    expect(defaultValue(sampleColumn('c', 'timestamp', { default: '2026-01-01T01:00:00+01:00' }))).toBe(
      '2026-01-01T00:00:00.000Z',
    );
    expect(defaultValue(sampleColumn('c', 'json', { default: { a: [] } }))).toBe('{"a":[]}');
    expect(defaultValue(sampleColumn('c', 'boolean', { default: false }))).toBe(false);
    expect(defaultValue(sampleColumn('c', 'text'))).toBe(null);
  });

  test('a hidden column exists for secret callers only, and the lists are built once', () => {
    const table = sampleTable('t', [sampleColumn('a', 'text'), sampleColumn('b', 'text', { hidden: true })]);
    expect(visibleMap(table, true).has('b')).toBe(true);
    expect(visibleMap(table, false).has('b')).toBe(false);
    expect(visibleColumns(table, false).map(({ name }) => name)).toEqual([
      'id',
      'created_at',
      'updated_at',
      'owner_id',
      'a',
    ]);
    expect(visibleColumns(table, false)).toBe(visibleColumns(table, false));
    expect(visibleColumns(table, true)).not.toBe(visibleColumns(table, false));
  });
});
