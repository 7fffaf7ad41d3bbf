import { expect, test } from 'vitest';
import type { RowStep } from '../../../src/database/database.ts';
import type { Condition } from '../../../src/database/filter/condition.ts';
import { bindFilter, parseFilter } from '../../../src/database/filter/index.ts';
import type { Table } from '../../../src/database/schema/table.ts';
import { compileList, deleteRows, insertRows, updateRows } from '../../../src/database/sql/index.ts';
import type { Value } from '../../../src/database/statement.ts';
import { createIds, firstIdAt } from '../../../src/platform/ids.ts';
import { holds, listTable, numbersFrom, type SampleRow } from './list-samples.ts';
import type { NewTables } from './opened-database.ts';
import { columnNamed } from './sample-people.ts';
import type { SampleTables } from './sample-tables.ts';
import { EVERYTHING, fill } from './statement-runner.ts';

const ROUNDS = 250;
const FIRST_MS = Date.UTC(2026, 0, 1);
const FILTERS = ['category:eq:c1', 'rank:gte:2', 'not(category:eq:c2)', 'or(category:eq:c0,rank:eq:1)'];

/** The ids span minutes, so that most rows have settled when the next ones arrive. */
export function describeSettlingCounts(newTables: NewTables): void {
  test('counts build on settled rows, and are exact after any change of old and new rows', async () => {
    const tables = await newTables();
    const { database, store } = tables;
    const table = listTable('settling', [['created_at'], ['category', 'created_at'], ['rank']]);
    await fill({ dialect: database.dialect, run: (statement) => plain(tables, statement) }, table, []);
    const pick = numbersFrom(5);
    let nowMs = FIRST_MS;
    const nextId = createIds({ now: () => nowMs });
    let rows: SampleRow[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      nowMs += pick(400);
      const made = Array.from({ length: pick(3) + 1 }, () => rowOf(nextId(), pick));
      // An import adds rows that are older than all others, or in between.
      if (pick(12) === 0) made.push(rowOf(oldId(nowMs - pick(100_000), round), pick));
      // Ids from elsewhere, which tell no time.
      if (pick(8) === 0) made.push(rowOf(foreignId(pick), pick));
      const steps: RowStep[] = [inserted(tables, table, made)];
      rows.push(...made);
      const touched = rows[pick(3) === 0 ? rows.length - 1 - pick(5) : pick(rows.length)];
      if (pick(4) === 0 && touched !== undefined) {
        const patch = { category: `c${pick(3)}`, rank: pick(4) };
        steps.push(changed(tables, table, isEqual(table, 'id', String(touched['id'])), patch));
        rows = rows.map((row) => (row === touched ? { ...row, ...patch } : row));
      }
      if (pick(20) === 0) {
        const where = isEqual(table, 'category', 'c1');
        steps.push(changed(tables, table, where, { rank: 3 }));
        rows = rows.map((row) => (holds(where, row) ? { ...row, rank: 3 } : row));
      }
      if (pick(6) === 0 && touched !== undefined) {
        const where = isEqual(table, 'id', String(touched['id']));
        steps.push(deleteRows(database.dialect, { table, where, shown: undefined, onNoMatch: 'nothing' }));
        rows = rows.filter((row) => row['id'] !== touched['id']);
      }
      for (const step of pick(2) === 0 ? [steps] : steps.map((each) => [each])) await database.write(store, step);
      await expectCounts(tables, table, rows);
    }
  });

  test('counts go on from settled rows, also in a table that has rows with ids from elsewhere', async () => {
    const tables = await newTables();
    const { database, store } = tables;
    const table = listTable('imported', [['category', 'created_at']]);
    await fill({ dialect: database.dialect, run: (statement) => plain(tables, statement) }, table, []);
    let nowMs = FIRST_MS;
    const nextId = createIds({ now: () => nowMs });
    const add = async (ids: readonly string[]): Promise<void> => {
      const row = { category: 'c1', rank: 1, created_at: new Date(FIRST_MS).toISOString() };
      await database.write(store, [
        inserted(
          tables,
          table,
          ids.map((id) => ({ id, ...row })),
        ),
      ]);
      nowMs += 10_000;
    };
    const filter = bindFilter(parseFilter('category:eq:c1'), table.columnByName);
    const counted = async (): Promise<number | undefined> => {
      const scope = { table, columns: table.columns, condition: EVERYTHING };
      const read = compileList(database.dialect, { scope, filter, order: [], limit: 1, offset: 0, count: true });
      return (await database.list(store, read, 2)).count;
    };
    await add(
      Array.from(
        { length: 20 },
        (_, n) => `${(n * 13).toString(16).padStart(2, '0')}12ab34-5678-4abc-8def-0123456789ab`,
      ),
    );
    await add([nextId()]);
    await add([nextId()]);
    expect(await counted()).toBe(22);
    // Bypasses the engine, so that only a count of all rows could show the change.
    const name = database.dialect.table('imported');
    await plain(tables, {
      text: `DELETE FROM ${name} WHERE id = (SELECT id FROM ${name} ORDER BY id LIMIT 1)`,
      values: [],
    });
    await add([nextId()]);
    expect(await counted()).toBe(23);
    await add(['f1c0a9d2-5678-4abc-8def-0123456789ab']);
    expect(await counted()).toBe(23);
    await add([nextId()]);
    expect(await counted()).toBe(24);
  });
}

function foreignId(pick: (below: number) => number): string {
  const digits = (count: number): string => Array.from({ length: count }, () => pick(16).toString(16)).join('');
  // Some of them lie between the ids that the test makes from its time and those that settle at once.
  const head = pick(2) === 0 ? `02${digits(6)}` : digits(8);
  return `${head}-${digits(4)}-4${digits(3)}-8${digits(3)}-${digits(12)}`;
}

function oldId(ms: number, number: number): string {
  return `${firstIdAt(ms).slice(0, 14)}7000-8000-${String(number).padStart(12, '0')}`;
}

export async function plain({ database, store }: SampleTables, statement: RowStep['statements'][number]): Promise<[]> {
  await database.write(store, [{ kind: 'plain', statement }]);
  return [];
}

function rowOf(id: string, pick: (below: number) => number): SampleRow {
  return { id, category: `c${pick(3)}`, rank: pick(4), created_at: new Date(FIRST_MS).toISOString() };
}

export function inserted({ database }: SampleTables, table: Table, rows: readonly SampleRow[]): RowStep {
  return insertRows(database.dialect, {
    table,
    rows: rows.map((row) => new Map(table.columns.map((column) => [column, storedValue(row, column.name)]))),
    check: EVERYTHING,
    shown: undefined,
  });
}

function storedValue(row: SampleRow, name: string): Value {
  return row[name] ?? (name === 'updated_at' ? (row['created_at'] ?? null) : null);
}

function changed(
  { database }: SampleTables,
  table: Table,
  where: Condition,
  values: Readonly<Record<string, Value>>,
): RowStep {
  const patch = new Map(Object.entries(values).map(([name, value]) => [columnNamed(table, name), value]));
  return updateRows(database.dialect, {
    table,
    patch,
    where,
    check: EVERYTHING,
    shown: undefined,
    onNoMatch: 'nothing',
  });
}

function isEqual(table: Table, name: string, value: string): Condition {
  return { kind: 'compare', column: columnNamed(table, name), op: 'eq', values: [value] };
}

/** Counts concurrently, and then again with the counts that the engine has cached. */
async function expectCounts(
  { database, store }: SampleTables,
  table: Table,
  rows: readonly SampleRow[],
): Promise<void> {
  const scope = { table, columns: table.columns, condition: EVERYTHING };
  const filters = FILTERS.map((text) => bindFilter(parseFilter(text), table.columnByName));
  const found = await Promise.all(
    [...filters, ...filters].map(async (filter) => {
      const read = compileList(database.dialect, { scope, filter, order: [], limit: 1, offset: 0, count: true });
      return (await database.list(store, read, 2)).count;
    }),
  );
  const right = filters.map((filter) => rows.filter((row) => holds(filter, row)).length);
  expect(found).toEqual([...right, ...right]);
}
