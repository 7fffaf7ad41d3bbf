import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { readSearch } from './search-parameters.ts';

export const LIMIT_DEFAULT = 100;
export const LIMIT_MAX = 1000;

const LIST_PARAMETERS = ['search', 'select', 'filter', 'order', 'limit', 'offset', 'count', 'after', 'before'] as const;

const DIGITS = /^\d{1,16}$/;

export interface ListInput {
  readonly select?: string | undefined;
  readonly filters?: readonly unknown[] | undefined;
  readonly search?: unknown;
  readonly order?: string | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly count?: 'exact' | 'none' | undefined;
  /** Cuts longer texts and JSON values to this many characters. */
  readonly cutAt?: number | undefined;
  /** Key of a page: a row's values for the columns of the order, then its id; as a list, or as JSON text. */
  readonly after?: unknown;
  readonly before?: unknown;
}

export function readListParameters(search: string): ListInput {
  if (search === '') return {};
  const { values, filters } = readSearch(search, LIST_PARAMETERS);
  return {
    select: values.select,
    filters,
    search: values.search,
    order: values.order,
    limit: readNumber('limit', values.limit),
    offset: readNumber('offset', values.offset),
    count: readCount(values.count),
    after: values.after,
    before: values.before,
  };
}

/** Throws `invalid_limit`: a number out of range is never adjusted. */
export function requireLimit(limit: unknown): number {
  if (limit === undefined) return LIMIT_DEFAULT;
  if (!isWhole(limit) || limit > LIMIT_MAX) throw invalidLimit('limit', `a whole number from 0 to ${LIMIT_MAX}`);
  return limit;
}

export function requireOffset(offset: unknown): number {
  if (offset === undefined) return 0;
  if (!isWhole(offset)) throw invalidLimit('offset', 'a whole number from 0');
  return offset;
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

export function readNumber(name: 'limit' | 'offset', text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!DIGITS.test(text)) {
    throw invalidLimit(name, name === 'limit' ? `a whole number from 0 to ${LIMIT_MAX}` : 'a whole number from 0');
  }
  return Number(text);
}

function readCount(text: string | undefined): 'exact' | 'none' | undefined {
  if (text === undefined || text === 'exact' || text === 'none') return text;
  throw validationFailed({ count: 'must be exact or none' });
}

function invalidLimit(name: 'limit' | 'offset', wanted: string): ServiceError {
  return new ServiceError('invalid_limit', `The parameter "${name}" must be ${wanted}.`);
}
