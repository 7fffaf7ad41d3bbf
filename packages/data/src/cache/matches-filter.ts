import type { AnyRow, ListParameters } from '@service/client/internal';
import { compareValues } from './row-order.ts';

type MatchResult = boolean | undefined;

/**
 * Whether a row matches a filter by the service's rules. Undefined if only the service can decide: for filters as text,
 * and for columns that the row does not have.
 */
export function matchesFilter(filter: ListParameters['filter'], row: AnyRow): MatchResult {
  if (filter === undefined || filter === '') return true;
  if (typeof filter === 'string') return undefined;
  return every(Object.entries(filter).map(([name, value]) => judge(row, name, value)));
}

function judge(row: AnyRow, name: string, value: unknown): MatchResult {
  if (Object.hasOwn(row, name)) return judgeColumn(row[name] ?? null, value);
  const groups = [value].flat() as object[];
  if (name === 'and') return every(groups.map((each) => matchesFilter(each, row)));
  if (name === 'or') return negate(every(groups.map((each) => negate(matchesFilter(each, row)))));
  if (name === 'not') return negate(every(groups.map((each) => matchesFilter(each, row))));
  return undefined;
}

function judgeColumn(actual: unknown, condition: unknown): MatchResult {
  // Only the service can compare JSON values, except null.
  if (typeof condition !== 'object' || condition === null) return OPERATORS['eq']?.(actual, condition);
  return every(
    Object.entries(condition).map(([operator, wanted]) =>
      Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator]?.(actual, wanted) : undefined,
    ),
  );
}

type Operator = (actual: unknown, wanted: unknown) => MatchResult;

/** Null matches only `is`, `neq` and `nin`. */
const OPERATORS: Readonly<Record<string, Operator>> = {
  eq: (actual, wanted) => (wanted === null ? actual === null : compared(actual, wanted, (sign) => sign === 0)),
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
    if (wanted === 'not_null') return actual !== null;
    return actual === (wanted === 'null' ? null : wanted === 'true' ? true : wanted === 'false' ? false : wanted);
  },
  like: (actual, wanted) => onText(actual, (text) => patternOf(String(wanted), 'su').test(text)),
  ilike: (actual, wanted) => onText(actual, (text) => patternOf(fold(String(wanted)), 'su').test(fold(text))),
  starts_with: (actual, wanted) => onText(actual, (text) => text.startsWith(String(wanted))),
  ends_with: (actual, wanted) => onText(actual, (text) => text.endsWith(String(wanted))),
  contains: (actual, wanted) => onText(actual, (text) => text.includes(String(wanted))),
};

/** Only the service can compare values of different types, such as a time in another spelling. */
function compared(actual: unknown, wanted: unknown, fits: (sign: number) => boolean): MatchResult {
  if (actual === null) return false;
  if (typeof actual !== typeof wanted || typeof actual === 'object') return undefined;
  if (isTime(actual) !== isTime(wanted)) return undefined;
  if (isTime(actual)) return fits(Date.parse(String(actual)) - Date.parse(String(wanted)));
  return fits(compareValues(actual, wanted));
}

function isTime(value: unknown): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value);
}

function onText(actual: unknown, test: (text: string) => boolean): MatchResult {
  if (actual === null) return false;
  return typeof actual === 'string' ? test(actual) : undefined;
}

function patternOf(text: string, flags: string): RegExp {
  const parts = text.split('*').map((part) => part.replaceAll(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, flags);
}

function fold(text: string): string {
  return text.toLowerCase().toUpperCase();
}

function every(judgements: readonly MatchResult[]): MatchResult {
  if (judgements.includes(false)) return false;
  return judgements.includes(undefined) ? undefined : true;
}

function negate(judgement: MatchResult): MatchResult {
  return judgement === undefined ? undefined : !judgement;
}
