import type { Dialect, Direction } from '../dialect.ts';
import type { Table } from '../schema/table.ts';
import { columnOf, ROW } from './names.ts';
import { idColumn, type OrderTerm } from './scope.ts';

/** Cuts the order after the id, or appends the id as a tie-breaker, so that every order is total. */
export function totalOrder(table: Table, order: readonly OrderTerm[]): readonly OrderTerm[] {
  const at = order.findIndex(({ column }) => column.name === 'id');
  return at < 0 ? [...order, { column: idColumn(table), direction: 'asc' }] : order.slice(0, at + 1);
}

export function orderBy(dialect: Dialect, order: readonly OrderTerm[]): string {
  const keys = order.map(({ column, direction }) =>
    column.name === 'id' ? idKey(direction) : dialect.orderKey(columnOf(ROW, column), direction),
  );
  return keys.length === 0 ? '' : ` ORDER BY ${keys.join(', ')}`;
}

export function reversed(order: readonly OrderTerm[]): readonly OrderTerm[] {
  return order.map(({ column, direction }) => ({ column, direction: direction === 'asc' ? 'desc' : 'asc' }));
}

/** Has no NULLS clause, which would keep the engine from reading the primary key in this order. */
function idKey(direction: Direction): string {
  return direction === 'asc' ? `${ROW}."id"` : `${ROW}."id" DESC`;
}

export function isIdOrder(order: readonly OrderTerm[]): boolean {
  const [first] = order;
  return first === undefined || (first.column.name === 'id' && first.direction === 'asc');
}

export function fromTable(dialect: Dialect, table: Table): string {
  return ` FROM ${dialect.table(table.physical)} AS ${ROW}`;
}
