import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cpuMsOf } from '../../../test/cpu-time.ts';
import { ServiceError } from '../../platform/errors.ts';
import { type Filter, isListOperator, OPERATORS, type Operator } from '../schema/filter.ts';
import { parseFilter } from './parse-filter.ts';
import { printFilter } from './print-filter.ts';

const fields = fc.constantFrom('a', 'and', 'or', 'price', 'x1', 'a b', '__proto__');
const values = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', '"', '\\', '(', ')', ',', ':', 'null', '*'));

function comparisons(form: 'text' | 'json'): fc.Arbitrary<Filter> {
  const scalars =
    form === 'text' ? values : fc.oneof(values, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean());
  const operand = (op: Operator) =>
    op === 'between'
      ? fc.array(scalars, { minLength: 2, maxLength: 2 })
      : isListOperator(op)
        ? fc.array(scalars, { minLength: 1, maxLength: 4 })
        : scalars;
  return fc
    .record({ field: fields, op: fc.constantFrom(...OPERATORS) })
    .chain(({ field, op }) => operand(op).map((value) => ({ kind: 'compare', field, op, value, form }) as const));
}

/** Groups of two terms or more, as a parser makes them, few enough to stay within the limits. */
function filters(form: 'text' | 'json'): fc.Arbitrary<Filter> {
  return fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      comparisons(form),
      fc
        .record({
          kind: fc.constantFrom('and', 'or'),
          terms: fc.array(tie('filter'), { minLength: 2, maxLength: 2 }),
        })
        .map(({ kind, terms }): Filter => ({ kind: kind === 'and' ? 'and' : 'or', terms })),
      tie('filter').map((term): Filter => ({ kind: 'not', term })),
    ),
  })).filter;
}

describe('a filter', () => {
  test('in the text form parses to what was printed', () => {
    fc.assert(
      fc.property(filters('text'), (filter) => {
        expect(parseFilter(printFilter(filter))).toEqual(filter);
      }),
    );
  });

  test('in the JSON form parses to what was printed', () => {
    fc.assert(
      fc.property(filters('json'), (filter) => {
        expect(parseFilter(printFilter(filter))).toEqual(JSON.parse(JSON.stringify(filter)));
      }),
    );
  });

  test('of text values means the same in both forms', () => {
    fc.assert(
      fc.property(filters('text'), (filter) => {
        const asJson = parseFilter(printFilter(withForm(filter, 'json')));
        expect(withForm(asJson, 'text')).toEqual(filter);
      }),
    );
  });

  test('of any text is parsed or refused with a code', () => {
    const words = fc.constantFrom(
      'and(',
      'or(',
      'not(',
      ')',
      ',',
      ':',
      '"',
      '\\',
      '(',
      'a:eq:1',
      'a:in:(',
      '{',
      '{"a":',
      '[',
      'null}',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(words, fc.string())).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => isReadOrRefused(text)),
      { numRuns: 2000 },
    );
  });

  test('of any JSON is parsed or refused with a code', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (json) => isReadOrRefused(json)),
      { numRuns: 1000 },
    );
  });
});

describe('64 KB of anything', () => {
  const LENGTH = 65_536;
  const fill = (part: string, head = '', tail = ''): string =>
    head + part.repeat(Math.floor((LENGTH - head.length - tail.length) / part.length)) + tail;

  test.each<[string, string]>([
    ['opening brackets', fill('(')],
    ['groups', fill('and(')],
    ['negations that are closed', `${fill('not(').slice(0, LENGTH / 2)}a:eq:1${')'.repeat(LENGTH / 2)}`],
    ['closing brackets', fill(')')],
    ['colons', fill(':')],
    ['commas', fill(',')],
    ['quotes', fill('"')],
    ['backslashes in quotes', fill('\\', 'a:eq:"')],
    ['escaped quotes', fill('\\"', 'a:eq:"', '"')],
    ['escaped backslashes', fill('\\\\', 'a:eq:"', '"')],
    ['one long value', fill('x', 'a:eq:')],
    ['one long name', fill('x')],
    ['a long operator', fill('x', 'a:')],
    ['conditions', fill('a:eq:1,')],
    ['a long list', fill('a,', 'a:in:(')],
    ['a list of quotes', fill('"a",', 'a:in:(')],
    ['wildcards', fill('*a', 'a:like:')],
    ['JSON brackets', fill('{"not":')],
    ['JSON lists', fill('[', '{"or":')],
    ['JSON members', `{${Array.from({ length: 6000 }, (_, i) => `"k${i}":1`).join(',')}}`],
    ['NULs', fill('\0')],
    ['lone surrogates', fill('\ud800', 'a:eq:')],
    ['emoji', fill('😀', 'a:eq:"')],
  ])('%s takes no more than 50 ms', (_, text) => {
    expect(cpuMsOf(() => isReadOrRefused(text))).toBeLessThan(50);
  });
});

function isReadOrRefused(input: unknown): void {
  try {
    parseFilter(input);
  } catch (error) {
    expect(error).toBeInstanceOf(ServiceError);
    expect(error).toMatchObject({ code: 'invalid_filter' });
  }
}

function withForm(filter: Filter, form: 'text' | 'json'): Filter {
  switch (filter.kind) {
    case 'compare':
      return { ...filter, form };
    case 'not':
      return { kind: 'not', term: withForm(filter.term, form) };
    case 'exists':
      return { ...filter, term: withForm(filter.term, form), form };
    default:
      return { kind: filter.kind, terms: filter.terms.map((term) => withForm(term, form)) };
  }
}
