import type { Row } from '../database.ts';
import type { Condition } from '../filter/index.ts';
import type { Table } from '../schema/table.ts';
import { type Dialect, insertRows } from '../sql/index.ts';
import type { Statement } from '../statement.ts';
import type { Ran } from '../writes/run-steps.ts';
import { sampleRow } from './sample-table.ts';

/** One connection of an engine, without anything around it. */
export interface StatementRunner extends AsyncDisposable {
  readonly dialect: Dialect;
  run(statement: Statement): Promise<readonly Row[]>;
  /** The same, with the number of rows touched where the statement returns none. */
  change(statement: Statement): Promise<Ran>;
}

export const EVERYTHING: Condition = { kind: 'always' };

/** Makes the table and its rows, with the ids 1, 2, 3 … */
export async function fill(
  { dialect, run }: StatementRunner,
  table: Table,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<void> {
  const columns = table.columns.map(
    ({ physical, type, name }) => `"${physical}" ${dialect.types[type]}${name === 'id' ? ' PRIMARY KEY' : ''}`,
  );
  await run({
    text: `CREATE TABLE ${dialect.table(table.physical)} (${columns.join(', ')})${dialect.afterColumns}`,
    values: [],
  });
  for (const { physical, unique, name } of table.columns) {
    if (!unique || name === 'id') continue;
    const keys = dialect.indexKeys([`"${physical}"`], true);
    await run({
      text: `CREATE UNIQUE INDEX "_u_${table.physical}_${physical}" ON ${dialect.table(table.physical)} (${keys})`,
      values: [],
    });
  }
  const { statements } = insertRows(dialect, {
    table,
    rows: rows.map((row, index) => sampleRow(table, index + 1, row)),
    check: EVERYTHING,
    shown: undefined,
  });
  for (const statement of statements) await run(statement);
}

export async function rowsOf(
  runner: StatementRunner,
  statement: Statement,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await runner.run(statement)).map(({ json }) => JSON.parse(String(json)));
}
