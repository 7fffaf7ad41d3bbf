import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement, Value } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileCheck } from './compile-condition.ts';
import { ROW } from './names.ts';
import { boundColumn } from './own-lookups.ts';

/** Tests a row given as values: `ok` is 1 or 0. Reads no tables except those that the condition looks into. */
export function testCondition(
  dialect: Dialect,
  table: Table,
  condition: Condition,
  row: ReadonlyMap<Column, Value>,
): Statement {
  const into = new Bindings(dialect);
  const values = table.columns.map(
    (column) => `${boundColumn(into, column, row.get(column) ?? null)} AS "${column.physical}"`,
  );
  return into.statement(
    `SELECT ${compileCheck(condition, into, ROW)} AS "ok" FROM (SELECT ${values.join(', ')}) AS ${ROW}`,
  );
}
