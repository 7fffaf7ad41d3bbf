import type { RowStep } from '../database.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { returningRows, type Shown, tableEffect } from './change-rows.ts';
import type { Dialect } from './dialect.ts';
import { ROW } from './names.ts';

/** A complete row: system columns and defaults included. A column that is left out is null. */
export type NewRow = ReadonlyMap<Column, Value>;

export interface RowsInsert {
  readonly table: Table;
  readonly rows: readonly NewRow[];
  /** On the new row. */
  readonly check: Condition;
  readonly shown: Shown;
  /** On the new row: others are inserted but not shown. */
  readonly shownWhen?: Condition | undefined;
  /** Of the new rows. */
  readonly ids: readonly string[];
}

export function insertRows(dialect: Dialect, { table, rows, check, shown, shownWhen, ids }: RowsInsert): RowStep {
  const statements: Statement[] = [];
  for (let at = 0; at < rows.length; ) {
    const size = dialect.insertSizes.find((fit) => fit <= rows.length - at) ?? 1;
    const into = new Bindings(dialect);
    const change = insertText(into, table, rows.slice(at, at + size));
    statements.push(into.statement(returningRows(into, change, { table, check, shown, shownWhen, sorted: false })));
    at += size;
  }
  return { kind: 'rows', action: 'insert', table: tableEffect(table), statements, newIds: ids, whenNone: 'nothing' };
}

export function insertText(into: Bindings, table: Table, rows: readonly NewRow[]): string {
  const values = rows.map(
    (row) => `(${table.columns.map((column) => into.bind(row.get(column) ?? null, column.type)).join(', ')})`,
  );
  return `${insertHead(into.dialect, table)} VALUES ${values.join(', ')}`;
}

const heads = new WeakMap<Table, { readonly dialect: Dialect; readonly text: string }>();

function insertHead(dialect: Dialect, table: Table): string {
  const known = heads.get(table);
  if (known?.dialect === dialect) return known.text;
  const columns = table.columns.map((column) => `"${column.physical}"`).join(', ');
  const text = `INSERT INTO ${dialect.table(table.physical)} AS ${ROW} (${columns})`;
  heads.set(table, { dialect, text });
  return text;
}
