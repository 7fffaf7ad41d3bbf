import type { Direction } from '../dialect.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';

export interface Scope {
  readonly table: Table;
  readonly columns: readonly Column[];
  /** Contains no variables. */
  readonly condition: Condition;
}

export interface OrderTerm {
  readonly column: Column;
  readonly direction: Direction;
}

export function idIs(table: Table, id: string): Condition {
  return { kind: 'compare', column: idColumn(table), op: 'eq', values: [id] };
}

export function idColumn(table: Table): Column {
  const column = table.columnByName.get('id');
  if (column === undefined) throw new Error(`the table ${table.name} has no id`);
  return column;
}

export function within(scope: Scope, filter: Condition | undefined): Condition {
  return filter === undefined ? scope.condition : and(scope.condition, filter);
}

/** In the table's order, so that equal selections share one SQL text. */
export function inTableOrder(table: Table, columns: readonly Column[]): readonly Column[] {
  const wanted = new Set(columns);
  return table.columns.filter((column) => wanted.has(column));
}
