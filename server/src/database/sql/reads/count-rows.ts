import type { CountRead } from '../../database.ts';
import type { Dialect } from '../../dialect.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Table } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import { Bindings } from '../bindings.ts';
import { countTail } from '../count-tail.ts';
import { lookedInto } from '../looked-into.ts';
import { ROW } from '../names.ts';
import { findSearch } from '../search-rows.ts';
import { pinsKey } from './list-plan.ts';
import { foundText } from './list-source.ts';
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
    tail: hasTail(dialect, table, condition) ? () => countTail(dialect, table, condition) : undefined,
    tableId: table.id,
    lookedInto: lookedInto(condition),
    whole: condition.kind === 'always',
  };
}

/** False if other tables matter, because only this table's own rows settle. */
function hasTail(dialect: Dialect, table: Table, condition: Condition): boolean {
  const isPlanned = dialect.indexHint === undefined || table.indexes.length > 0;
  return (
    isPlanned &&
    condition.kind !== 'always' &&
    !pinsKey(condition) &&
    lookedInto(condition).length === 0 &&
    findSearch(dialect, condition) === undefined
  );
}

function countScan(dialect: Dialect, { table, condition, branches }: CountSource): Scan {
  const compile = (into: Bindings, from: string): Statement => into.statement(`SELECT count(*) AS "count"${from}`);
  if (branches.length < 2) return compileScan(dialect, { table, condition, columns: [] }, compile);
  const into = new Bindings(dialect);
  const from = ` FROM (${foundText(into, table, { branches, output: '1' })}) AS ${ROW}`;
  return { rows: compile(into, from), paths: undefined };
}
