import type { Table } from '../schema/table.ts';
import type { Dialect } from './dialect.ts';
import { columnOf, ROW } from './names.ts';
import type { OrderTerm } from './scope.ts';

/** ` ORDER BY …`: the terms, then the id as the tie-breaker, so that every order is total. */
export function orderBy(dialect: Dialect, order: readonly OrderTerm[]): string {
  const keys: string[] = [];
  for (const { column, direction } of order) {
    keys.push(dialect.orderKey(columnOf(ROW, column), direction));
    // Nothing after the id can make a difference.
    if (column.name === 'id') return ` ORDER BY ${keys.join(', ')}`;
  }
  keys.push(dialect.orderKey(`${ROW}."id"`, 'asc'));
  return ` ORDER BY ${keys.join(', ')}`;
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
  // Downwards, rows of one value come by id upwards: a large group of them would have to be sorted.
  return rest.length === 0 && first.column.indexed && first.direction === 'asc';
}

export function fromTable(dialect: Dialect, table: Table): string {
  return ` FROM ${dialect.table(table.physical)} AS ${ROW}`;
}
