import type { Column, Table } from './table.ts';

interface Visible {
  readonly columns: readonly Column[];
  readonly byName: ReadonlyMap<string, Column>;
}

const forSecret = new WeakMap<Table, Visible>();
const forOthers = new WeakMap<Table, Visible>();

/** Hidden columns exist only for callers with a secret key. Returns the same array for the same table. */
export function visibleColumns(table: Table, isSecret: boolean): readonly Column[] {
  return visible(table, isSecret).columns;
}

export function visibleMap(table: Table, isSecret: boolean): ReadonlyMap<string, Column> {
  return visible(table, isSecret).byName;
}

function visible(table: Table, isSecret: boolean): Visible {
  const known = isSecret ? forSecret : forOthers;
  const found = known.get(table);
  if (found !== undefined) return found;
  const columns = isSecret ? table.columns : table.columns.filter((column) => !column.hidden);
  const made = { columns, byName: new Map(columns.map((column) => [column.name, column])) };
  known.set(table, made);
  return made;
}
