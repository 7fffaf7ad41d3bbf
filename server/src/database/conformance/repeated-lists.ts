import { expect, test } from 'vitest';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import { compileList, totalOrder, updateRows } from '../sql/index.ts';
import type { Value } from '../statement.ts';
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
  test('lists that are asked for again and again are right, also when most of their rows have changed', async () => {
    const tables = await newTables();
    const table = listTable('lists', [['created_at'], ['owner_id', 'created_at'], ['rank']]);
    const rows = listRowsOf(ROWS, 1);
    await make(tables, table, rows);
    const lists = sampleLists(table, LISTS, 9);
    for (let time = 0; time < TIMES; time += 1) await expectRight(tables, table, rows, lists);

    // Now paths that were fast read much further, and pages that were full are not.
    const isUsual: Condition = { kind: 'compare', column: columnNamed(table, 'state'), op: 'eq', values: ['usual'] };
    const patch = { state: 'gone', category: 'gone', flag: null, rank: -1 };
    await change(tables, table, isUsual, patch);
    const changed = rows.map((row) => (holds(isUsual, row) ? { ...row, ...patch } : row));
    for (let time = 0; time < 2; time += 1) await expectRight(tables, table, changed, lists);
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
