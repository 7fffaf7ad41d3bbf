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

/*
 * Rules that look into the table which a statement changes. Engines differ in what such a look-up sees while the rows
 * change, so it is made before the change (a new row must not let itself in) or after it (what the answer shows).
 */

export function looksInto(condition: Condition | undefined, { id }: Pick<Table, 'id'>): boolean {
  return condition !== undefined && lookedInto(condition).includes(id);
}

export interface Patched {
  readonly table: Table;
  readonly patch: ReadonlyMap<Column, Value>;
  /** On the row as it is. */
  readonly where: Condition;
  /** On the row as it becomes. */
  readonly check: Condition;
}

/** A row with `ok` 0 when one of the rows fails the check with the patch. */
export function checkPatched(dialect: Dialect, { table, patch, where, check }: Patched): Statement {
  const into = new Bindings(dialect);
  const columns = table.columns.map((column) => {
    if (!patch.has(column)) return columnOf(ROW, column);
    return `${boundColumn(into, column, patch.get(column) ?? null)} AS "${column.physical}"`;
  });
  const rows = `SELECT ${columns.join(', ')}${fromTable(dialect, table)}${compileWhere(where, into, ROW)}`;
  const fails = compileCondition(not(check), into, ROW);
  return into.statement(`SELECT 0 AS "ok" FROM (${rows}) AS ${ROW} WHERE ${fails} LIMIT 1`);
}

/** A value as a column of a row that is not stored. */
export function boundColumn(into: Bindings, column: Column, value: Value): string {
  const bound = into.bind(value, column.type);
  return column.type === 'text' ? into.dialect.textValue(bound) : bound;
}

interface ShownRows {
  readonly table: Table;
  readonly shown: readonly Column[] | undefined;
  readonly shownWhen?: Condition | undefined;
}

/** The rows that are shown among the ids that are its last value; undefined when the change itself can tell. */
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
