import { expect } from 'vitest';
import type { ListRead, Row } from '../../../src/database/database.ts';
import type { Condition } from '../../../src/database/filter/index.ts';
import type { Table, TableIndex } from '../../../src/database/schema/table.ts';
import { type Dialect, insertRows } from '../../../src/database/sql/index.ts';
import type { Statement } from '../../../src/database/statement.ts';
import type { StatementResult } from '../../../src/database/writes/run-steps.ts';
import { sampleRow } from './sample-table.ts';

/** A bare connection of an engine. */
export interface StatementRunner extends AsyncDisposable {
  readonly dialect: Dialect;
  run(statement: Statement): Promise<readonly Row[]>;
  /** As `run`, with the number of rows touched when the statement returns none. */
  change(statement: Statement): Promise<StatementResult>;
}

export const EVERYTHING: Condition = { kind: 'always' };

export async function fill(
  { dialect, run }: Pick<StatementRunner, 'dialect' | 'run'>,
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
  for (const { name, columns, unique } of indexesOf(table)) {
    const keys = dialect.indexKeys(
      columns.map(({ physical }) => `"${physical}"`),
      unique,
    );
    const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
    await run({ text: `CREATE ${kind} "${name}" ON ${dialect.table(table.physical)} (${keys})`, values: [] });
  }
  const { statements } = insertRows(dialect, {
    table,
    rows: rows.map((row, index) => sampleRow(table, index + 1, row)),
    check: EVERYTHING,
    shown: undefined,
  });
  for (const statement of statements) await run(statement);
}

/** The indexes that the table lists, or else one for each unique column. */
function indexesOf({ indexes, columns, physical }: Table): readonly Pick<TableIndex, 'name' | 'columns' | 'unique'>[] {
  if (indexes.length > 0) return indexes;
  const unique = columns.filter((column) => column.unique && column.name !== 'id');
  return unique.map((column) => ({ name: `_u_${physical}_${column.name}`, columns: [column], unique: true }));
}

/** Reads a page of a list as its engine would; all access paths to it must return the same rows. */
export async function listRows(
  runner: StatementRunner,
  { rows, race, walk: planned }: ListRead,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found = await rowsOf(runner, rows);
  const texts = found.map((row) => JSON.stringify(row));
  for (const filter of race?.filters ?? []) expect(await rowsOf(runner, filter.rows())).toEqual(found);
  const walk = planned?.rows ?? raceWalk(race);
  if (walk === undefined) return found;
  for (const budget of [1, 3, 1000]) {
    const walked = await rowsOf(runner, walk(budget));
    const seen = walked.map((row) => JSON.stringify(row));
    // A walk that runs out of budget returns the beginning of the page, recognisable by its length.
    if (budget === 1000) expect(seen).toEqual(texts);
    else expect(texts.slice(0, seen.length)).toEqual(seen);
  }
  return found;
}

function raceWalk(race: ListRead['race']): ((budget: number) => Statement) | undefined {
  const walk = race?.walk?.rows();
  return walk && ((budget) => ({ text: walk.text, values: [budget, ...walk.values.slice(1)] }));
}

export async function rowsOf(
  runner: StatementRunner,
  statement: Statement,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  return (await runner.run(statement)).map(({ json }) => JSON.parse(String(json)));
}
