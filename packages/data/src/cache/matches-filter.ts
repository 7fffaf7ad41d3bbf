import type { AnyRow, ListParameters } from '@service/client/internal';
import { type Group, isGroupWord, LIST_OPERATORS, parseFilter, type Term } from './parse-filter.ts';
import { compareValues } from './row-order.ts';

type MatchResult = boolean | undefined;

/** Undefined if only the service can decide: for columns that the row lacks, and for filters that it refuses. */
export function matchesFilter(filter: ListParameters['filter'], row: AnyRow): MatchResult {
  if (filter === undefined || filter === '') return true;
  const terms = typeof filter === 'object' ? termsOf(filter) : parseFilter(filter);
  return terms && judgeGroup({ word: 'and', terms }, row);
}

function termsOf(filter: object): Term[] {
  return Object.entries(filter).flatMap(([name, value]): Term[] => {
    if (isGroupWord(name)) return [{ word: name, terms: groupTerms(name, [value].flat() as object[]) }];
    // Only `is` compares with null.
    if (typeof value !== 'object' || value === null)
      return [{ column: name, operator: value === null ? 'is' : 'eq', wanted: value }];
    return Object.entries(value).map(([operator, wanted]) => ({ column: name, operator, wanted }));
  });
}

/** Each member of `or` stands for all of its conditions together. */
function groupTerms(word: Group['word'], filters: readonly object[]): Term[] {
  return filters.flatMap((each) => (word === 'or' ? [{ word: 'and' as const, terms: termsOf(each) }] : termsOf(each)));
}

function judge(term: Term, row: AnyRow): MatchResult {
  if ('word' in term) return judgeGroup(term, row);
  const { column, operator, wanted } = term;
  if (!Object.hasOwn(row, column) || !Object.hasOwn(OPERATORS, operator)) return undefined;
  if (LIST_OPERATORS.includes(operator) && !Array.isArray(wanted)) return undefined;
  return OPERATORS[operator]?.(row[column] ?? null, wanted);
}

function judgeGroup({ word, terms }: Group, row: AnyRow): MatchResult {
  const judgements = terms.map((term) => judge(term, row));
  if (word === 'or') return negate(every(judgements.map(negate)));
  return word === 'not' ? negate(every(judgements)) : every(judgements);
}

type Operator = (actual: unknown, wanted: unknown) => MatchResult;

/** Null matches only `is`, `neq` and `nin`. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  eq: (actual, wanted) => compared(actual, wanted, (sign) => sign === 0),
  neq: (actual, wanted) => negate(OPERATORS['eq']?.(actual, wanted)),
  gt: (actual, wanted) => compared(actual, wanted, (sign) => sign > 0),
  gte: (actual, wanted) => compared(actual, wanted, (sign) => sign >= 0),
  lt: (actual, wanted) => compared(actual, wanted, (sign) => sign < 0),
  lte: (actual, wanted) => compared(actual, wanted, (sign) => sign <= 0),
  in: (actual, wanted) => negate(every((wanted as unknown[]).map((each) => OPERATORS['neq']?.(actual, each)))),
  nin: (actual, wanted) => negate(OPERATORS['in']?.(actual, wanted)),
  between: (actual, wanted) => {
    const [low, high] = wanted as [unknown, unknown];
    return every([OPERATORS['gte']?.(actual, low), OPERATORS['lte']?.(actual, high)]);
  },
  is: (actual, wanted) => {
    const word = String(wanted);
    return word === 'not_null' ? actual !== null : String(actual) === word && typeof actual !== 'string';
  },
  like: (actual, wanted) => onText(actual, (text) => patternOf(String(wanted)).test(text)),
  ilike: (actual, wanted) => onText(actual, (text) => patternOf(fold(String(wanted))).test(fold(text))),
  starts_with: (actual, wanted) => onText(actual, (text) => text.startsWith(String(wanted))),
  ends_with: (actual, wanted) => onText(actual, (text) => text.endsWith(String(wanted))),
  contains: (actual, wanted) =>
    typeof actual === 'string' ? actual.includes(String(wanted)) : Array.isArray(actual) && actual.includes(wanted),
};

function compared(actual: unknown, wanted: unknown, fits: (sign: number) => boolean): MatchResult {
  if (actual === null) return false;
  const value = sameType(actual, wanted);
  if (value === undefined) return undefined;
  if (isTime(actual) && isTime(value)) return fits(Date.parse(String(actual)) - Date.parse(String(value)));
  return fits(compareValues(actual, value));
}

/** Converts a value to the type of the column that holds `actual`, as the service does; undefined if that fails. */
function sameType(actual: unknown, wanted: unknown): unknown {
  if (typeof actual === 'string') return String(wanted);
  if (typeof actual === 'boolean') return { true: true, false: false }[String(wanted)];
  const number = typeof actual === 'number' && wanted !== '' ? Number(wanted) : Number.NaN;
  return Number.isNaN(number) ? undefined : number;
}

export function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value);
}

function onText(actual: unknown, test: (text: string) => boolean): MatchResult {
  if (actual === null) return false;
  return typeof actual === 'string' ? test(actual) : undefined;
}

function patternOf(text: string): RegExp {
  const parts = text.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'su');
}

export function fold(text: string): string {
  return text.toLowerCase().toUpperCase();
}

function every(judgements: readonly MatchResult[]): MatchResult {
  if (judgements.includes(false)) return false;
  return judgements.includes(undefined) ? undefined : true;
}

function negate(judgement: MatchResult): MatchResult {
  return judgement === undefined ? undefined : !judgement;
}
