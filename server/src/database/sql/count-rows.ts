import type { CountRead } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { foundText } from './list-source.ts';
import { lookedInto } from './looked-into.ts';
import { ROW } from './names.ts';
import { compileScan, type Scan } from './scan-plan.ts';

export interface CountSource {
  readonly table: Table;
  readonly condition: Condition;
  /** Conditions that together find all rows, none of them twice. */
  readonly branches: readonly Condition[];
}

export function countRows(dialect: Dialect, { table, condition, branches }: CountSource): CountRead {
  const { rows: statement, paths } = countScan(dialect, { table, condition, branches });
  return {
    statement,
    paths,
    tableId: table.id,
    lookedInto: lookedInto(condition),
    whole: condition.kind === 'always',
  };
}

function countScan(dialect: Dialect, { table, condition, branches }: CountSource): Scan {
  const compile = (into: Bindings, from: string): Statement => into.statement(`SELECT count(*) AS "count"${from}`);
  if (branches.length < 2) return compileScan(dialect, { table, condition, columns: [] }, compile);
  const into = new Bindings(dialect);
  const from = ` FROM (${foundText(into, table, { branches, output: '1' })}) AS ${ROW}`;
  return { rows: compile(into, from), paths: undefined };
}
