import { describe, expect, test } from 'vitest';
import { sampleColumn, sampleTable } from '../../../test/conformance/database/sample-table.ts';
import { ServiceError } from '../../platform/errors.ts';
import { OPERATORS, type Operator } from '../schema/filter.ts';
import { COLUMN_TYPES } from '../schema/table.ts';
import { bindFilter } from './bind-filter.ts';
import { not } from './combine.ts';
import type { Condition } from './condition.ts';
import { parseFilter } from './parse-filter.ts';
import { resolveCondition, type Variables } from './resolve-condition.ts';

const { columnByName } = sampleTable(
  't',
  COLUMN_TYPES.map((type) => sampleColumn(type, type)),
);
const UUID = '018f0000-0000-7000-8000-00000000abcd';

const bind = (filter: unknown): Condition => bindFilter(parseFilter(filter), columnByName);
const bindRule = (filter: unknown): Condition => bindFilter(parseFilter(filter), columnByName, { variables: true });
const NEVER: Condition = { kind: 'never' };
const valuesOf = (condition: Condition): unknown => (condition.kind === 'compare' ? condition.values : condition.kind);

describe('operators', () => {
  const SAMPLES: Readonly<Record<string, string>> = {
    text: 'x',
    integer: '1',
    number: '1.5',
    boolean: 'true',
    timestamp: '2026-01-01T00:00:00Z',
    date: '2026-01-01',
    json: 'x',
    reference: UUID,
    file: UUID,
  };
  const fits = (op: Operator, type: string): boolean => {
    if (op === 'is') return true;
    if (op === 'contains') return type === 'text' || type === 'json';
    if (['like', 'ilike', 'starts_with', 'ends_with'].includes(op)) return type === 'text';
    return type !== 'json';
  };
  const cases = OPERATORS.flatMap((op) => COLUMN_TYPES.map((type) => ({ op, type, fits: fits(op, type) })));

  test.each(cases)('$op on a $type column is allowed: $fits', ({ op, type, fits: isFit }) => {
    const sample = SAMPLES[type] ?? '';
    const value =
      op === 'is' ? 'null' : op === 'between' ? `(${sample},${sample})` : op.endsWith('in') ? `(${sample})` : sample;
    expect(problem(() => bind(`${type}:${op}:${value}`))).toBe(isFit ? '' : 'invalid_filter');
  });

  test.each([
    ['boolean:is:true', ''],
    ['boolean:is:false', ''],
    ['text:is:true', 'invalid_filter'],
    ['integer:is:false', 'invalid_filter'],
    ['text:is:NULL', 'invalid_filter'],
    ['text:is:1', 'invalid_filter'],
    ['nothing:is:null', 'unknown_column'],
    ['__proto__:is:null', 'unknown_column'],
    ['constructor:eq:1', 'unknown_column'],
    ['Text:eq:1', 'unknown_column'],
    [' text:eq:1', 'unknown_column'],
  ])('%s gives %j', (filter, code) => {
    expect(problem(() => bind(filter))).toBe(code);
  });

  test('an unknown column is named in the details of the error', () => {
    expect(() => bind('nothing:is:null')).toThrow(expect.objectContaining({ details: { column: 'nothing' } }));
  });

  test.each([
    [{ boolean: { is: true } }, 'true'],
    [{ boolean: { is: 'false' } }, 'false'],
    [{ text: { is: 'not_null' } }, 'not_null'],
    [{ text: null }, 'null'],
  ])('%j parses to the word %s', (filter, value) => {
    expect(bind(filter)).toMatchObject({ kind: 'is', value });
  });
});

describe('values', () => {
  test.each<[unknown, unknown]>([
    ['integer:eq:-0', [0]],
    ['integer:eq:9007199254740991', [Number.MAX_SAFE_INTEGER]],
    ['number:eq:1e3', [1000]],
    ['boolean:eq:false', [false]],
    ['timestamp:eq:2026-01-01T00:00:00.1239+01:00', ['2025-12-31T23:00:00.123Z']],
    ['date:in:(2026-01-31,2024-02-29)', ['2026-01-31', '2024-02-29']],
    [`reference:eq:${UUID.toUpperCase()}`, [UUID]],
    ['json:contains:1', ['1']],
    [{ json: { contains: 1 } }, [1]],
    [{ integer: { between: [1, '2'] } }, [1, 2]],
    [{ number: 1e21 }, [1e21]],
    [{ number: { gte: '1.5' } }, [1.5]],
    [{ boolean: 'true' }, [true]],
    [{ text: { in: [1, true] } }, ['1', 'true']],
    [{ text: '$user.id' }, ['$user.id']],
    ['text:eq:$user.nonsense', ['$user.nonsense']],
  ])('%j is stored as %j', (filter, values) => {
    expect(valuesOf(bind(filter))).toEqual(values);
  });

  test.each<[unknown]>([
    ['integer:eq:1.0'],
    ['integer:eq:9007199254740992'],
    ['integer:eq:0x10'],
    ['integer:eq:1e3'],
    ['integer:eq: 1'],
    ['integer:in:(1,x)'],
    ['number:eq:1e400'],
    ['number:eq:NaN'],
    ['number:eq:Infinity'],
    ['number:eq:.5'],
    ['boolean:eq:TRUE'],
    ['boolean:eq:1'],
    ['timestamp:eq:2026-01-01'],
    ['timestamp:eq:2026-01-01T00:00:00'],
    ['date:eq:2026-02-29'],
    ['date:eq:2026-1-1'],
    ['reference:eq:1'],
    ['text:eq:a\0b'],
    [{ text: 'a\ud800' }],
    [{ json: { contains: '\udc00' } }],
    [{ integer: 'x' }],
    [{ integer: 1.5 }],
    [{ integer: '1.5' }],
    [{ number: true }],
    [{ boolean: 1 }],
    [{ timestamp: 0 }],
    ['{"number":1e400}'],
    ['{"integer":9007199254740993}'],
    [`text:like:${'x'.repeat(257)}`],
    [`text:ilike:${'x'.repeat(257)}`],
    [`text:contains:${'x'.repeat(4001)}`],
  ])('%j is refused', (filter) => {
    expect(problem(() => bind(filter))).toBe('invalid_filter');
  });
});

describe('variables of rules', () => {
  const variables: Variables = {
    'user.id': UUID,
    'user.email': 'a*@x',
    'user.role': null,
    now: '2026-05-06T07:08:09.010Z',
  };
  const resolved = (filter: unknown): Condition => resolveCondition(bindRule(filter), variables);

  test.each<[unknown, unknown]>([
    ['owner_id:eq:$user.id', [UUID]],
    ['text:in:(x,$user.email)', ['x', 'a*@x']],
    ['timestamp:lte:$now', ['2026-05-06T07:08:09.010Z']],
    ['date:lte:$now', ['2026-05-06']],
    ['json:contains:$user.id', [UUID]],
    [{ reference: '$user.id' }, [UUID]],
    ['text:starts_with:$user.email', ['a*@x']],
    ['text:eq:$5', ['$5']],
  ])('the variable of %j gets the value of the request', (filter, values) => {
    expect(valuesOf(resolved(filter))).toEqual(values);
  });

  test.each<[unknown, unknown]>([
    ['text:eq:$user.role', NEVER],
    ['not(text:eq:$user.role)', NEVER],
    ['text:neq:$user.role', NEVER],
    ['text:nin:(a,$user.role)', NEVER],
    ['not(text:in:(a,$user.role))', NEVER],
    ['not(or(text:eq:x,text:eq:$user.role))', NEVER],
    ['text:in:(a,$user.role)', 'text:eq:a'],
    ['not(text:nin:(a,$user.role))', 'text:eq:a'],
    ['or(text:eq:x,not(text:eq:$user.role))', 'text:eq:x'],
    ['not(and(text:eq:x,text:eq:$user.role))', 'not(text:eq:x)'],
    ['not(not(or(integer:eq:1,text:eq:$user.role)))', 'integer:eq:1'],
    [{ or: [{ integer: 1 }, { text: { neq: '$user.role' } }] }, 'integer:eq:1'],
  ])('with a null variable %j is true exactly where %j is', (filter, meaning) => {
    const found = resolved(filter);
    const isIn = found.kind === 'compare' && found.op === 'in';
    expect(isIn ? { ...found, op: 'eq' } : found).toEqual(meaning === NEVER ? NEVER : bind(meaning));
  });

  test('a value that the column cannot hold denies instead of failing', () => {
    const rule = bindRule('not(reference:eq:$user.id)');
    expect(resolveCondition(rule, { ...variables, 'user.id': 'not-a-uuid' })).toEqual({ kind: 'never' });
  });

  test.each(['text:like:*$user.email', 'text:eq:$user.id'])('%s is allowed in a rule', (filter) => {
    expect(problem(() => bindRule(filter))).toBe('');
  });

  test.each([
    'text:eq:$user.name',
    'text:neq:$nowhere',
    'text:like:$user.email',
    'text:ilike:$user.email',
    'integer:eq:$user.id',
    'timestamp:gt:$user.id',
    'text:eq:$now',
    'reference:eq:$user.email',
    'boolean:eq:$user.role',
  ])('%s is refused', (filter) => {
    expect(problem(() => bindRule(filter))).toBe('invalid_filter');
  });

  test('a condition without variables is returned as the same object', () => {
    const condition = bindRule('text:eq:x');
    expect(resolveCondition(condition, variables)).toBe(condition);
  });
});

test('two opposites cancel out', () => {
  const condition = bind('text:eq:x');
  expect(not(not(condition))).toBe(condition);
});

function problem(run: () => unknown): string {
  try {
    run();
    return '';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.code;
  }
}
