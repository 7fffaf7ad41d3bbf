import type { CountRead, ListRead } from '../../database.ts';
import type { Bucket, Dialect, Direction } from '../../dialect.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Column, StoredType } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import type { Bindings } from '../bindings.ts';
import { lookedInto } from '../looked-into.ts';
import { columnOf, ROW } from '../names.ts';
import { type Scope, within } from '../scope.ts';
import { findExtremes, lookUpExtremes } from './look-up-extremes.ts';
import { compileScan, type RowsToScan } from './scan-plan.ts';

/** `sum` and `avg` are for integers and numbers, `min` and `max` for types that have an order and are not boolean. */
export interface Aggregate {
  readonly op: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly column?: Column | undefined;
  readonly distinct: boolean;
  readonly as: string;
}

/** Groups by any column except JSON. */
export interface Grouping {
  readonly column: Column;
  readonly bucket?: Bucket | undefined;
  readonly as: string;
}

export interface RowAggregation {
  readonly scope: Scope;
  readonly filter?: Condition | undefined;
  readonly aggregates: readonly Aggregate[];
  readonly groupBy: readonly Grouping[];
  /** Uses names of the answer. Ties are broken by the groups, ascending. */
  readonly order: readonly { readonly name: string; readonly direction: Direction }[];
  readonly limit: number;
}

interface Output {
  readonly name: string;
  readonly type: StoredType;
  readonly sql: string;
}

/** Groups come first, then the aggregates. The count is the number of groups; without grouping it is 1. */
export function aggregateRows(dialect: Dialect, aggregation: RowAggregation): ListRead {
  const { scope, groupBy, limit } = aggregation;
  const condition = within(scope, aggregation.filter);
  const outputs = outputsOf(dialect, aggregation);
  const extremes = groupBy.length === 0 ? findExtremes(dialect, aggregation) : undefined;
  const wrap = (into: Bindings, groups: string): Statement => {
    const { before, after } = dialect.selectJson(
      outputs.map(({ name, type }, index) => ({ name, sql: dialect.jsonValue(`_g."_${index}"`, type) })),
      '_g',
    );
    const page = `${orderText(dialect, aggregation, outputs)} LIMIT ${into.bind(limit, 'integer')}`;
    return into.statement(`${before} FROM (${groups}) AS _g${page}${after}`);
  };
  const count = countGroups(dialect, aggregation);
  if (extremes !== undefined) return { rows: lookUpExtremes(dialect, extremes, wrap), count, cost: 'key' };
  const columns = outputs.map(({ sql }, index) => `${sql} AS "_${index}"`);
  const { rows, paths } = compileScan(dialect, scanOf(aggregation, condition), (into, from) =>
    wrap(into, `SELECT ${columns.join(', ')}${from}${groupText(groupBy)}`),
  );
  return { rows, paths, count, cost: 'open' };
}

function outputsOf(dialect: Dialect, { groupBy, aggregates }: RowAggregation): readonly Output[] {
  return [
    ...groupBy.map((grouping) => groupingOutput(dialect, grouping)),
    ...aggregates.map((aggregate) => aggregateOutput(dialect, aggregate)),
  ];
}

function scanOf({ scope: { table }, aggregates, groupBy }: RowAggregation, condition: Condition): RowsToScan {
  const columns = aggregates.flatMap(({ column }) => column ?? []);
  return { table, condition, columns, groups: groupBy.map(({ column }) => column) };
}

function groupingOutput(dialect: Dialect, { column, bucket, as }: Grouping): Output {
  const operand = columnOf(ROW, column);
  if (bucket === undefined) return { name: as, type: column.type, sql: operand };
  return { name: as, type: 'text', sql: dialect.bucket(operand, column.type, bucket) };
}

function aggregateOutput(dialect: Dialect, { op, column, distinct, as }: Aggregate): Output {
  if (column === undefined) return { name: as, type: 'integer', sql: 'count(*)' };
  const { type } = column;
  const operand = columnOf(ROW, column);
  switch (op) {
    case 'count':
      return { name: as, type: 'integer', sql: `count(${distinct ? 'DISTINCT ' : ''}${operand})` };
    case 'sum':
      return { name: as, type: 'number', sql: dialect.sum({ operand, type, distinct }) };
    case 'avg':
      return { name: as, type: 'number', sql: dialect.average({ operand, type, distinct }) };
    default:
      return { name: as, type, sql: dialect.extreme(op, operand, type) };
  }
}

function groupText(groupBy: readonly Grouping[]): string {
  return groupBy.length === 0 ? '' : ` GROUP BY ${groupBy.map((_, index) => index + 1).join(', ')}`;
}

function orderText(dialect: Dialect, { order, groupBy }: RowAggregation, outputs: readonly Output[]): string {
  const keys = new Map<number, Direction>();
  for (const { name, direction } of order) {
    const index = outputs.findIndex((output) => output.name === name);
    if (index !== -1 && !keys.has(index)) keys.set(index, direction);
  }
  for (const index of groupBy.keys()) if (!keys.has(index)) keys.set(index, 'asc');
  if (keys.size === 0) return '';
  return ` ORDER BY ${Array.from(keys, ([index, direction]) => dialect.orderKey(`_g."_${index}"`, direction)).join(', ')}`;
}

function countGroups(dialect: Dialect, { scope, filter, groupBy }: RowAggregation): CountRead {
  const tableId = scope.table.id;
  if (groupBy.length === 0) {
    return { statement: { text: 'SELECT 1 AS "count"', values: [] }, tableId, lookedInto: [], whole: false };
  }
  const condition = within(scope, filter);
  const columns = groupBy.map((grouping, index) => `${groupingOutput(dialect, grouping).sql} AS "_${index}"`);
  const groups = { table: scope.table, condition, columns: [], groups: groupBy.map(({ column }) => column) };
  const { rows: statement, paths } = compileScan(dialect, groups, (into, from) =>
    into.statement(`SELECT count(*) AS "count" FROM (SELECT ${columns.join(', ')}${from}${groupText(groupBy)}) AS _g`),
  );
  return { statement, paths, tableId, lookedInto: lookedInto(condition), whole: false };
}
