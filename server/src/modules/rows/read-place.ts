import { type Column, FieldProblem, type Table, typedValue } from '../../database/schema/index.ts';
import { type OrderTerm, type Place, totalOrder } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { ListInput } from './read-list-parameters.ts';

type PlaceInput = Pick<ListInput, 'after' | 'before' | 'offset'>;
type PlaceValue = Place['values'][number];

interface OrderedList {
  readonly table: Table;
  readonly order: readonly OrderTerm[];
  /** Ordered by relevance, where rows have no key. */
  readonly isRanked?: boolean;
}

/** The key at which a page begins or ends in the total order, if the request has one. Throws `invalid_cursor`. */
export function readPlace(
  { table, order, isRanked = false }: OrderedList,
  { after, before, offset }: PlaceInput,
): Place | undefined {
  if (after === undefined && before === undefined) return undefined;
  const side = after === undefined ? 'before' : 'after';
  if (after !== undefined && before !== undefined) throw invalidCursor('"after" and "before" cannot be combined.');
  if (offset !== undefined) throw invalidCursor(`"${side}" and "offset" cannot be combined.`);
  if (isRanked) throw invalidCursor(`"${side}" together with "search" needs an "order".`);
  const values = readArray(side, after ?? before);
  const total = totalOrder(table, order);
  const isWhole = values.length === order.length + 1 || values.length === total.length;
  if (!isWhole) {
    const names = [...order.map(({ column }) => column.name), 'id'];
    throw invalidCursor(`"${side}" takes ${names.length} values, in this order: ${names.join(', ')}.`);
  }
  return { side, values: total.map(({ column }, index) => readValue(side, column, values[index])) };
}

export function readPlaceValues({
  after,
  before,
}: Pick<PlaceInput, 'after' | 'before'>): readonly unknown[] | undefined {
  const input = after ?? before;
  const value = typeof input === 'string' ? parseJson(input) : input;
  return Array.isArray(value) ? value : undefined;
}

function readArray(side: Place['side'], input: unknown): readonly unknown[] {
  const value = typeof input === 'string' ? parseJson(input) : input;
  if (!Array.isArray(value)) throw invalidCursor(`"${side}" must be a JSON array of one row's values.`);
  return value;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readValue(side: Place['side'], column: Column, value: unknown): PlaceValue {
  if (value === null && column.name !== 'id') return null;
  try {
    return typedValue(column.type, value);
  } catch (error) {
    if (!(error instanceof FieldProblem)) throw error;
    throw invalidCursor(`The value of "${column.name}" in "${side}" ${error.message}.`);
  }
}

export function invalidCursor(message: string): ServiceError {
  return new ServiceError('invalid_cursor', message);
}
