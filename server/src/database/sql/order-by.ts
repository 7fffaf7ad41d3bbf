import type { Column, Table } from '../schema/table.ts';
import type { Dialect, Direction } from './dialect.ts';
import { columnOf, ROW } from './names.ts';
import type { OrderTerm } from './scope.ts';

/** ` ORDER BY …`: the terms, then the id as the tie-breaker, so that every order is total. */
export function orderBy(dialect: Dialect, order: readonly OrderTerm[]): string {
  const keys: string[] = [];
  for (const { column, direction } of order) {
    if (column.name === 'id') {
      // Nothing after the id can make a difference.
      return ` ORDER BY ${[...keys, idKey(direction)].join(', ')}`;
    }
    keys.push(dialect.orderKey(columnOf(ROW, column), direction));
  }
  keys.push(idKey('asc'));
  return ` ORDER BY ${keys.join(', ')}`;
}

/** Without a word on null, which would keep the primary key from being read in this order. */
function idKey(direction: Direction): string {
  return direction === 'asc' ? `${ROW}."id"` : `${ROW}."id" DESC`;
}

/** The order is that of the ids, upwards. */
export function isIdOrder(order: readonly OrderTerm[]): boolean {
  const [first] = order;
  return first === undefined || (first.column.name === 'id' && first.direction === 'asc');
}

/** An index gives the rows in this order without sorting more than it returns. */
export function isIndexOrder(order: readonly OrderTerm[]): boolean {
  const [first, ...rest] = order;
  if (first === undefined || first.column.name === 'id' || first.column.unique) return true;
  // Indexes go downwards, rows of one value by id upwards. Read upwards, a large group of one value has to be sorted.
  return rest.length === 0 && isIndexed(first.column) && first.direction === 'desc';
}

/** There is an index that holds the rows in the order of this column, whatever its direction. */
export function isIndexed({ indexed, unique, name, system }: Column): boolean {
  return indexed || unique || (system && name === 'created_at');
}

export function fromTable(dialect: Dialect, table: Table): string {
  return ` FROM ${dialect.table(table.physical)} AS ${ROW}`;
}
