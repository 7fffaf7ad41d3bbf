import { expect, test } from 'vitest';
import type { Condition } from '../../../src/database/filter/condition.ts';
import type { Table } from '../../../src/database/schema/table.ts';
import { type Aggregate, aggregateRows, compileList, totalOrder, updateRows } from '../../../src/database/sql/index.ts';
import type { Value } from '../../../src/database/statement.ts';
import {
  compareBy,
  holds,
  listRowsOf,
  listTable,
  type SampleList,
  type SampleRow,
  sampleLists,
} from './list-samples.ts';
import { MEMBER_ROWS, MEMBERS } from './member-samples.ts';
import type { NewTables } from './opened-database.ts';
import { columnNamed } from './sample-people.ts';
import type { SampleTables } from './sample-tables.ts';
import { EVERYTHING, fill } from './statement-runner.ts';

const ROWS = 1_200;
const LISTS = 60;
/** Enough repetitions to use everything that an engine learns about a list. */
const TIMES = 7;

export function describeRepeatedLists(newTables: NewTables): void {
  test('repeated lists and aggregates stay right, even when most of their rows have changed', async () => {
    const tables = await newTables();
    const table = listTable('lists', [['created_at'], ['owner_id', 'created_at'], ['rank']]);
    const rows = listRowsOf(ROWS, 1);
    await make(tables, table, rows);
    const rank = { column: columnNamed(table, 'rank'), direction: 'desc' } as const;
    const far = { filter: undefined, order: [rank], limit: 1_000, offset: 1_100, label: 'far behind the first page' };
    const lists = [...sampleLists(table, LISTS, 9), far];
    for (let time = 0; time < TIMES; time += 1) await expectRight(tables, table, rows, lists);
    await expectRightAggregates(tables, table, rows, lists);

    // From this change on, paths that were fast read many more rows, and full pages are no longer full.
    const isUsual: Condition = { kind: 'compare', column: columnNamed(table, 'state'), op: 'eq', values: ['usual'] };
    const patch = { state: 'gone', category: 'gone', flag: null, rank: -1 };
    await change(tables, table, isUsual, patch);
    const changed = rows.map((row) => (holds(isUsual, row) ? { ...row, ...patch } : row));
    for (let time = 0; time < 2; time += 1) await expectRight(tables, table, changed, lists);
    await expectRightAggregates(tables, table, changed, lists);
  });
}

async function make({ database, store }: SampleTables, table: Table, rows: readonly SampleRow[]): Promise<void> {
  const run: Parameters<typeof fill>[0]['run'] = async (statement) => {
    await database.write(store, [{ kind: 'plain', statement }]);
    return [];
  };
  await fill({ dialect: database.dialect, run }, table, rows);
  await fill({ dialect: database.dialect, run }, MEMBERS, MEMBER_ROWS);
}

async function change(
  { database, store }: SampleTables,
  table: Table,
  where: Condition,
  values: Readonly<Record<string, Value>>,
): Promise<void> {
  const patch = new Map(Object.entries(values).map(([name, value]) => [columnNamed(table, name), value]));
  const update = { table, patch, where, check: EVERYTHING, shown: undefined, onNoMatch: 'nothing' } as const;
  await database.write(store, [updateRows(database.dialect, update)]);
}

async function expectRight(
  { database, store }: SampleTables,
  table: Table,
  rows: readonly SampleRow[],
  lists: readonly SampleList[],
): Promise<void> {
  const scope = { table, columns: table.columns, condition: EVERYTHING };
  for (const list of lists) {
    const { filter = EVERYTHING, order, limit, offset, label } = list;
    const all = rows.filter((row) => holds(filter, row)).sort(compareBy(totalOrder(table, order)));
    const read = compileList(database.dialect, { ...list, scope, count: true });
    const { json, count } = await database.list(store, read, 2);
    const ids = (JSON.parse(`[${json}]`) as readonly SampleRow[]).map(({ id }) => id);
    expect({ ids, count }, label).toEqual({
      ids: all.slice(offset, offset + limit).map(({ id }) => id),
      count: all.length,
    });
  }
}

async function expectRightAggregates(
  { database, store }: SampleTables,
  table: Table,
  rows: readonly SampleRow[],
  lists: readonly SampleList[],
): Promise<void> {
  const scope = { table, columns: table.columns, condition: EVERYTHING };
  for (const { filter, label } of lists) {
    const all = rows.filter((row) => holds(filter ?? EVERYTHING, row));
    for (const { groups, aggregates } of AGGREGATIONS) {
      const groupBy = groups.map((name) => ({ column: columnNamed(table, name), as: name }));
      const items = aggregates.map(([op, name]): Aggregate => {
        const column = name === undefined ? undefined : columnNamed(table, name);
        return { op, column, distinct: false, as: `${op}_${name}` };
      });
      const aggregation = { scope, filter, aggregates: items, groupBy, order: [], limit: 1_000 };
      const answer = await database.list(store, aggregateRows(database.dialect, aggregation), 2);
      expect(JSON.parse(`[${answer.json}]`), `${groups} ${label}`).toEqual(aggregated(all, groups, items));
    }
  }
}

const AGGREGATIONS: readonly AggregationSample[] = [
  { groups: [], aggregates: [['count'], ['sum', 'rank'], ['min', 'note']] },
  { groups: [], aggregates: [['count', 'rank']] },
  { groups: [], aggregates: [['max', 'created_at']] },
  {
    groups: [],
    aggregates: [
      ['min', 'rank'],
      ['max', 'rank'],
      ['max', 'created_at'],
    ],
  },
  { groups: ['owner_id'], aggregates: [['count']] },
  { groups: ['state'], aggregates: [['count'], ['max', 'rank']] },
];

interface AggregationSample {
  readonly groups: readonly string[];
  readonly aggregates: readonly (readonly [op: 'count' | 'sum' | 'min' | 'max', name?: string])[];
}

/** The straightforward result: groups in order, each with its aggregates. */
function aggregated(rows: readonly SampleRow[], groups: readonly string[], aggregates: readonly Aggregate[]) {
  const grouped = Map.groupBy(rows, (row) => JSON.stringify(groups.map((name) => row[name])));
  if (groups.length === 0 && rows.length === 0) grouped.set('[]', []);
  return [...grouped]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, members]) => {
      const values: readonly unknown[] = JSON.parse(key);
      const named = aggregates.map(({ op, column, as }) => [as, aggregateOf(op, column?.name, members)]);
      return Object.fromEntries([...groups.map((name, at) => [name, values[at]]), ...named]);
    });
}

function aggregateOf(op: Aggregate['op'], name: string | undefined, rows: readonly SampleRow[]) {
  if (name === undefined) return rows.length;
  const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
  if (op === 'count') return values.length;
  if (values.length === 0) return null;
  if (op === 'sum') return values.reduce((sum: number, value) => sum + Number(value), 0);
  return values.reduce((far, value) => ((op === 'min' ? value < far : value > far) ? value : far));
}
