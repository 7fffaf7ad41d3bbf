import { afterAll, beforeAll, expect, test } from 'vitest';
import { SampleTables, sampleId, sampleItem, sampleItems } from '../../../test/conformance/database/sample-tables.ts';
import { passGate } from '../../../test/engines/pass-gate.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { closeGate } from '../../../test/engines/postgres-gate.ts';
import { runAsAdmin } from '../../../test/engines/postgres-server.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, TableEffect } from '../database.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const CLIENTS = 64;

let server: PostgresDatabase;
/** Two processes of the service, as far as the database can tell. */
let databases: readonly [Database, Database];
let one: SampleTables;
let other: SampleTables;

beforeAll(async () => {
  server = await createPostgresDatabase();
  const { pathname } = new URL(server.url);
  await runAsAdmin(server.url, `ALTER DATABASE ${pathname.slice(1)} SET deadlock_timeout = '10min'`);
  const open = (): Promise<Database> => openPostgresDatabase({ url: server.url, clock: systemClock });
  databases = [await open(), await open()];
  one = await new SampleTables(databases[0]).create();
  other = sameIn(databases[1], one);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()));
  await server[Symbol.asyncDispose]();
});

/** The same tables through another database object. */
function sameIn(database: Database, { store, items, groups }: SampleTables): SampleTables {
  return Object.assign(new SampleTables(database, store), { items, groups });
}

async function expectExact(tables: SampleTables): Promise<void> {
  for (const read of [tables.listAll(5_000), tables.listFrom(50, 5_000)]) {
    const { rows, count } = await tables.listed(read);
    expect(rows.length).toBe(count);
  }
}

const keptRows = async ({ database, store, items }: SampleTables): Promise<unknown> => {
  const text = 'SELECT table_rows FROM _table_stats WHERE table_id = $1';
  return (await database.query(store, { text, values: [items.id] }))[0]?.['table_rows'];
};

test('counts are exact in each of two processes that write and read one store', async () => {
  const client = async (number: number): Promise<void> => {
    const [here, there] = number % 2 === 0 ? [one, other] : [other, one];
    for (let turn = 0; turn < 5; turn += 1) {
      const id = number * 100 + turn * 10;
      await here.database.write(here.store, [here.insert([sampleItem(id)])]);
      await expectExact(there);
      await there.database.write(there.store, [there.insert(sampleItems(3, id + 1))]);
      await expectExact(here);
      await there.database.write(there.store, [there.add(sampleId(id), 1)]);
      await expectExact(there);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  for (const tables of [one, other]) {
    expect((await tables.listed(tables.listAll(0))).count).toBe(CLIENTS * 5 * 4);
  }
  expect(await keptRows(one)).toBe(CLIENTS * 5 * 4);
});

test('an unknown count is computed by one reader and then known to all', async () => {
  const tables = await new SampleTables(databases[0]).create();
  await tables.database.write(tables.store, [tables.insert(sampleItems(20))]);
  expect(await keptRows(tables)).toBe(null);
  expect((await tables.listed(tables.listAll(1))).count).toBe(20);
  await expect.poll(() => keptRows(tables)).toBe(20);
  await tables.database.write(tables.store, [tables.deleteItems(15)]);
  expect(await keptRows(tables)).toBe(15);
});

test('a count is computed once for each state of the table', async () => {
  const tables = await new SampleTables(databases[0]).create();
  const { database, store } = tables;
  await database.write(store, [tables.insert(sampleItems(10))]);
  expect((await tables.listed(tables.listFrom(5, 1))).count).toBe(5);
  // Bypasses the engine, so that only a new count can show the change.
  await database.write(store, [tables.plain(`DELETE FROM "{store}".items WHERE amount = 9`)]);
  expect((await tables.listed(tables.listFrom(5, 1))).count).toBe(5);
  expect((await tables.listed(tables.listFrom(6, 1))).count).toBe(3);
  await database.write(store, [tables.add(sampleId(1), 1)]);
  expect((await tables.listed(tables.listFrom(5, 1))).count).toBe(4);
});

test('writes to the same tables in a different order, in two processes, never deadlock', async () => {
  const [a, b] = [0, 1].map((number) => ({ ...one.items, id: `01970000-0000-7000-8000-0000000000b${number}` }));
  if (a === undefined || b === undefined) throw new Error('no tables');
  const write = (database: Database, order: readonly TableEffect[], number: number): Promise<unknown> => {
    const steps = order.map((items, index) =>
      Object.assign(new SampleTables(database, one.store), { items }).insert([sampleItem(number + index)]),
    );
    return database.write(one.store, steps);
  };
  await write(databases[0], [a, b], 10_000_000);
  const third = await openPostgresDatabase({ url: server.url, clock: systemClock });
  const gate = await closeGate(server.url);
  const held = third.write(one.store, [
    one.plain('SELECT version FROM "{store}"._table_stats WHERE table_id = $1 FOR UPDATE', [a.id]),
    one.plain(`SELECT ${passGate()}`),
  ]);
  // Makes the first write wait for the locked row.
  await gate.untilWaiting(1);
  const writes: Promise<unknown>[] = [];
  for (const [database, order, number] of [
    [databases[0], [a, b], 20_000_000],
    [databases[1], [b, a], 30_000_000],
  ] as const) {
    writes.push(write(database, order, number));
    await gate.untilWaiting(1 + writes.length);
  }
  await gate.open();
  // A deadlock would outlast the test.
  await Promise.all([held, ...writes]);
  await third.close();
});
