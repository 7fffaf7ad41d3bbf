import type { RacePath } from '../../database.ts';
import type { Dialect, JsonFrame } from '../../dialect.ts';
import type { Table } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import { Bindings } from '../bindings.ts';
import { compileCondition, compileLookedUp } from '../compile-condition.ts';
import type { AmongLookedUp } from '../lookup-values.ts';
import { columnOf, LOOKUP, quoted, ROW } from '../names.ts';
import { orderBy, reversed } from '../order-by.ts';
import { idColumn } from '../scope.ts';
import type { MergedRange, MergePlan } from './merge-plan.ts';

interface MergedList {
  readonly table: Table;
  readonly plan: MergePlan;
  readonly limit: number;
  readonly offset: number;
  readonly frame: (into: Bindings) => JsonFrame;
}

/** For engines that take index hints. */
export function mergedPath(dialect: Dialect, { table, plan, limit, offset, frame }: MergedList): RacePath {
  const id = idColumn(table);
  // A bound number is a double, and the quotients of spans are whole.
  const spanOf = (into: Bindings): string => `CAST(${into.bind(limit + offset, 'integer')} AS INTEGER)`;
  const rows = (): Statement => {
    const into = new Bindings(dialect);
    const { tables, rows: merged } = partsOf(into, { table, plan, span: spanOf(into) });
    const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
    const ids = `${tables}SELECT ${columnOf(ROW, id)} FROM (${merged}) AS ${ROW}${orderBy(dialect, plan.order)}${page}`;
    const { before, after } = frame(into);
    // The tables of a CROSS JOIN are joined in the written order, which keeps the order of the ids.
    const fetched = `CROSS JOIN ${dialect.table(table.physical)} AS ${ROW} ON ${columnOf(ROW, id)} = _ids."id"`;
    return into.statement(`${before} FROM (${ids}) AS _ids ${fetched}${after}`);
  };
  const probe = (): Statement => {
    const into = new Bindings(dialect);
    const budget = into.bind(0, 'integer');
    const merge = partsOf(into, { table, plan, span: spanOf(into) });
    return into.statement(merge.tables + countedText(merge, budget));
  };
  return { rows, probe };
}

/** A query that returns how many values and rows are read, up to the budget. */
function countedText({ valueTables, rows }: MergeParts, budget: string): string {
  const values = valueTables.map((name) => `SELECT 1 FROM ${name}_values`).join(' UNION ALL ') || 'SELECT 1';
  const valueCount = `(SELECT count(*) FROM (${values} LIMIT ${budget}))`;
  const rowCount = `(SELECT count(*) FROM (${rows} LIMIT ${budget}))`;
  const count = `CASE WHEN ${valueCount} < ${budget} THEN ${valueCount} + ${rowCount} ELSE ${budget} END`;
  return `SELECT min(${count}, ${budget}) AS ${quoted('count')}`;
}

interface Merge {
  readonly table: Table;
  readonly plan: MergePlan;
  readonly span: string;
}

interface MergeParts {
  readonly tables: string;
  readonly valueTables: readonly string[];
  readonly rows: string;
}

function partsOf(into: Bindings, merge: Merge): MergeParts {
  const { table, plan, span } = merge;
  const columns = new Set([...plan.order.map(({ column }) => column), idColumn(table)]);
  const output = [...columns].map((column) => columnOf(ROW, column)).join(', ');
  const tables: string[] = [];
  const valueTables: string[] = [];
  const selects = plan.ranges.map((range, at) => {
    const { values } = range;
    if (values === undefined) {
      const first = `${rangeText(into, table, range)}${orderBy(into.dialect, plan.order)} LIMIT ${span}`;
      return `SELECT * FROM (SELECT ${output} FROM ${first})`;
    }
    const name = `_v${at}`;
    const ofValue = `${rangeText(into, table, range)} AND ${columnOf(ROW, values.among.rowColumn)} = ${name}.value`;
    const bound = boundText(into, merge, { name, values, ofValue });
    tables.push(...bound.tables);
    valueTables.push(name);
    return `SELECT ${output} FROM ${name} CROSS JOIN ${ofValue} AND ${bound.condition}`;
  });
  return {
    tables: tables.length === 0 ? '' : `WITH ${tables.join(', ')} `,
    valueTables,
    rows: selects.join(' UNION '),
  };
}

function rangeText(into: Bindings, table: Table, { index, found }: MergedRange): string {
  const { dialect } = into;
  const hint = dialect.indexHint?.(table.physical, index?.name) ?? '';
  return `${dialect.table(table.physical)} AS ${ROW}${hint} WHERE ${compileCondition(found, into, ROW)}`;
}

interface ValueRanges {
  readonly name: string;
  readonly values: AmongLookedUp;
  /** `table AS _t … WHERE …` of the rows of one value. */
  readonly ofValue: string;
}

interface Bound {
  readonly tables: readonly string[];
  readonly condition: string;
}

/**
 * Bounds the rows of each value by the first column of the order, without reading them. For n values the row of each at
 * position k = span / n is read first. Of these rows, the one at position span / k bounds the page: with those
 * before it there are enough rows up to it. A value whose own row at k is within that bound could have many rows there,
 * so it is read up to its own row at position span.
 */
function boundText(into: Bindings, { plan, span }: Merge, { name, values, ofValue }: ValueRanges): Bound {
  const { dialect } = into;
  const [first] = plan.order;
  if (first === undefined) throw new Error('a merge needs an order');
  const isUp = first.direction === 'asc';
  const [least, nearer, beyond] = isUp ? ['<=', 'min', '>'] : ['>=', 'max', '<'];
  const key = columnOf(ROW, first.column);
  const looked = into.operand(LOOKUP, values.among.column);
  const keyAt = (offset: string): string =>
    `(SELECT ${key} FROM ${ofValue}${orderBy(dialect, plan.order)} LIMIT 1 OFFSET ${offset})`;
  const last = `(SELECT ${key} FROM ${ofValue}${orderBy(dialect, reversed(plan.order))} LIMIT 1)`;
  const each = `(${span} - 1) / max(count(*), 1)`;
  const inOrder = dialect.orderKey('key', first.direction);
  const all = `(SELECT (${span} - 1) / (${each} + 1) FROM ${name}_values)`;
  const bound = `(SELECT key FROM ${name}_bound)`;
  const own = keyAt(`${span} - 1`);
  const upTo = `CASE WHEN ${name}.key ${beyond} ${bound} THEN ${bound} ELSE coalesce(${nearer}(${own}, ${bound}), ${own}, ${bound}, ${last}) END`;
  return {
    tables: [
      `${name}_values(value) AS MATERIALIZED (SELECT DISTINCT ${looked}${compileLookedUp(values, into, LOOKUP, ROW)})`,
      `${name}(value, key) AS MATERIALIZED (SELECT value, ${keyAt(`(SELECT ${each} FROM ${name}_values)`)} FROM ${name}_values AS ${name})`,
      `${name}_bound(key) AS MATERIALIZED (SELECT key FROM ${name} WHERE key IS NOT NULL ORDER BY ${inOrder} LIMIT 1 OFFSET ${all})`,
    ],
    condition: `${key} ${least} ${upTo}`,
  };
}
