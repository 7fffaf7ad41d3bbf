import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTable } from '../../../test/conformance/database/list-samples.ts';
import { SampleTables } from '../../../test/conformance/database/sample-tables.ts';
import { inserted, plain } from '../../../test/conformance/database/settling-counts.ts';
import { EVERYTHING, fill } from '../../../test/conformance/database/statement-runner.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import { createIds } from '../../platform/ids.ts';
import type { Database } from '../database.ts';
import { bindFilter, parseFilter } from '../filter/index.ts';
import { compileList } from '../sql/index.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const FIRST_MS = Date.UTC(2026, 0, 1);

let server: PostgresDatabase;
let database: Database;
let tables: SampleTables;

beforeAll(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  tables = await new SampleTables(database).create();
});
afterAll(async () => {
  await database?.close();
  await server?.[Symbol.asyncDispose]();
});

test('a count goes on from settled rows, until a process that notes nothing writes', async () => {
  const table = listTable('settled', [['category', 'created_at']]);
  await fill({ dialect: database.dialect, run: (statement) => plain(tables, statement) }, table, []);
  let nowMs = FIRST_MS;
  const nextId = createIds({ now: () => nowMs });
  const add = async (rows: number): Promise<void> => {
    nowMs += 10_000;
    const created_at = new Date(FIRST_MS).toISOString();
    const made = Array.from({ length: rows }, () => ({ id: nextId(), category: 'c1', rank: 1, created_at }));
    await database.write(tables.store, [inserted(tables, table, made)]);
  };
  const filter = bindFilter(parseFilter('category:eq:c1'), table.columnByName);
  const scope = { table, columns: table.columns, condition: EVERYTHING };
  const counted = async (): Promise<number | undefined> => {
    const read = compileList(database.dialect, { scope, filter, order: [], limit: 1, offset: 0, count: true });
    return (await database.list(tables.store, read, 2)).count;
  };
  const dropOldest = `DELETE FROM "{store}".settled WHERE id = (SELECT id FROM "{store}".settled ORDER BY id LIMIT 1)`;
  await add(5);
  await add(1);
  expect(await counted()).toBe(6);
  // Bypasses the engine, so that only a count of all rows can show the change.
  await plain(tables, { text: dropOldest, values: [] });
  await add(1);
  expect(await counted()).toBe(7);
  await add(2);
  expect(await counted()).toBe(9);
  await plain(tables, { text: dropOldest, values: [] });
  await plain(tables, { text: 'UPDATE "{store}"._table_stats SET version = version + 1', values: [] });
  expect(await counted()).toBe(7);
  await add(1);
  expect(await counted()).toBe(8);
});
