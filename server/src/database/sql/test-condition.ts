import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileCheck } from './compile-condition.ts';
import type { NewRow } from './insert-rows.ts';
import { ROW } from './names.ts';

/** Whether a row that is given as values would pass: `ok` is 1 or 0. Reads no table. */
export function testCondition(dialect: Dialect, table: Table, condition: Condition, row: NewRow): Statement {
  const into = new Bindings(dialect);
  const values = table.columns.map((column) => {
    const value = into.bind(row.get(column) ?? null, column.type);
    return `${column.type === 'text' ? dialect.textValue(value) : value} AS "${column.physical}"`;
  });
  return into.statement(
    `SELECT ${compileCheck(condition, into, ROW)} AS "ok" FROM (SELECT ${values.join(', ')}) AS ${ROW}`,
  );
}
