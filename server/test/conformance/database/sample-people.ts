import type { RowStep, StepResult } from '../../../src/database/database.ts';
import { bindFilter, type Condition, parseFilter } from '../../../src/database/filter/index.ts';
import type { Column, Table } from '../../../src/database/schema/table.ts';
import { exportRows } from '../../../src/database/sql/index.ts';
import { runSteps } from '../../../src/database/writes/run-steps.ts';
import { sampleColumn, sampleTable } from './sample-table.ts';
import { EVERYTHING, fill, rowsOf, type StatementRunner } from './statement-runner.ts';

export const LATER = '2027-01-01T00:00:00.000Z';

/** Columns named like the SQL around them. */
export const columns: readonly Column[] = [
  sampleColumn('email', 'text', { unique: true }),
  sampleColumn('excluded', 'integer'),
  sampleColumn('value', 'json'),
  sampleColumn('on', 'boolean'),
  sampleColumn('secret', 'text', { hidden: true, default: 'kept' }),
];

export const THREE = [
  { email: 'one', excluded: 1 },
  { email: 'two', excluded: 2, value: '["x"]', on: true, secret: 'hidden' },
  { email: 'three', excluded: 3, value: '{"__proto__":[1]}' },
];

export function samplePeople(runner: () => StatementRunner) {
  return {
    prepare: async (name: string, rows: readonly Readonly<Record<string, unknown>>[] = THREE): Promise<Table> => {
      const table = sampleTable(name, columns);
      await fill(runner(), table, rows);
      return table;
    },
    change: (step: RowStep): Promise<StepResult> => drive(runner(), step),
    all: async (table: Table) => {
      const scope = { table, columns: table.columns, condition: EVERYTHING };
      const { whole } = exportRows(runner().dialect, { scope, order: [], format: { kind: 'json' } });
      return rowsOf(runner(), whole);
    },
  };
}

export function condition(table: Table, filter: string): Condition {
  return bindFilter(parseFilter(filter), table.columnByName);
}

export function columnNamed(table: Table, name: string): Column {
  const column = table.columnByName.get(name);
  if (column === undefined) throw new Error(`no column ${name}`);
  return column;
}

export function shownRows(result: StepResult): unknown[] {
  if (result.kind !== 'rows' || result.rows === undefined) throw new Error('no rows are shown');
  return result.rows.map((json) => JSON.parse(String(json)));
}

/** Runs a step as an engine would, without a transaction around it. */
async function drive(runner: StatementRunner, step: RowStep): Promise<StepResult> {
  const run = runSteps([step]);
  let next = run.next();
  while (!next.done) {
    const { value: command } = next;
    if (command.kind !== 'run') throw new Error(`unexpected ${command.kind}`);
    next = run.next(await runner.change(command.statement));
  }
  const [result] = next.value;
  if (result === undefined) throw new Error('the step has no result');
  return result;
}
