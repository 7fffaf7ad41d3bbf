import type { Dialect, Direction } from '../dialect.ts';
import type { Table } from '../schema/table.ts';
import { columnOf, ROW } from './names.ts';
import { idColumn, type OrderTerm } from './scope.ts';

/** The terms up to the id, which decides ties and is appended where it is not asked for: so every order is total. */
export function totalOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] {
  const at = order.findIndex(({ column }) => column.name === 'id');
  // Nothing after the id can make a difference.
  return at < 0 ? [...order, { column: idColumn(table), direction: 'asc' }] : order.slice(0, at + 1);
}

/** ` ORDER BY …` the terms of a total order. */
export function orderBy(dialect: Dialect, order: readonly OrderTerm[]): string {
  const keys = order.map(({ column, direction }) =>
    column.name === 'id' ? idKey(direction) : dialect.orderKey(columnOf(ROW, column), direction),
  );
  return ` ORDER BY ${keys.join(', ')}`;
}

export function reversed(order: readonly OrderTerm[]): readonly OrderTerm[] {
  return order.map(({ column, direction }) => ({ column, direction: direction === 'asc' ? 'desc' : 'asc' }));
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

export function fromTable(dialect: Dialect, table: Table): string {
  return ` FROM ${dialect.table(table.physical)} AS ${ROW}`;
}
