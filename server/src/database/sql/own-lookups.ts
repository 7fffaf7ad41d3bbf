import type { Dialect } from '../dialect.ts';
import { not } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileCondition, compileWhere } from './compile-condition.ts';
import { lookedInto } from './looked-into.ts';
import { columnOf, ROW } from './names.ts';
import { fromTable } from './order-by.ts';
import { rowJson } from './row-json.ts';

/**
 * Engines differ in what a look-up into the changed table sees, so it runs before the change (a new row must not grant
 * itself access) or after it (for the rows to return).
 */

export function looksInto(condition: Condition | undefined, { id }: Pick<Table, 'id'>): boolean {
  return condition !== undefined && lookedInto(condition).includes(id);
}

export interface PatchedRows {
  readonly table: Table;
  readonly patch: ReadonlyMap<Column, Value>;
  readonly where: Condition;
  readonly check: Condition;
}

/** Returns a row with `ok` 0 when one of the patched rows would fail the check. */
export function checkPatched(dialect: Dialect, { table, patch, where, check }: PatchedRows): Statement {
  const into = new Bindings(dialect);
  const columns = table.columns.map((column) => {
    if (!patch.has(column)) return columnOf(ROW, column);
    return `${boundColumn(into, column, patch.get(column) ?? null)} AS "${column.physical}"`;
  });
  const rows = `SELECT ${columns.join(', ')}${fromTable(dialect, table)}${compileWhere(where, into, ROW)}`;
  const fails = compileCondition(not(check), into, ROW);
  return into.statement(`SELECT 0 AS "ok" FROM (${rows}) AS ${ROW} WHERE ${fails} LIMIT 1`);
}

export function boundColumn(into: Bindings, column: Column, value: Value): string {
  const bound = into.bind(value, column.type);
  return column.type === 'text' ? into.dialect.textValue(bound) : bound;
}

interface ShownRows {
  readonly table: Table;
  readonly shown: readonly Column[] | undefined;
  readonly shownWhen?: Condition | undefined;
}

/** The last value is a list of ids. Undefined when the change itself can return the visible rows. */
export function showAfter(dialect: Dialect, { table, shown, shownWhen }: ShownRows): Statement | undefined {
  if (shown === undefined || shownWhen === undefined || !looksInto(shownWhen, table)) return undefined;
  const into = new Bindings(dialect);
  const json = rowJson(dialect, shown, ROW);
  const seen = compileCondition(shownWhen, into, ROW);
  const id = `${ROW}."id"`;
  const among = into.bindAmong(id, [], 'uuid');
  return into.statement(
    `SELECT ${id} AS "id", ${json} AS "json"${fromTable(dialect, table)} WHERE ${seen} AND ${among}`,
  );
}
