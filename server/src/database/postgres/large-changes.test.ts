import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, RowStep, StoreName } from '../database.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const IDS = {
  folders: '01970000-0000-7000-8000-00000000000a',
  papers: '01970000-0000-7000-8000-00000000000b',
  others: '01970000-0000-7000-8000-00000000000c',
};

let server: PostgresDatabase;
/** Two processes of the service, as far as the database can tell. */
let database: Database;
let elsewhere: Database;

beforeAll(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  elsewhere = await openPostgresDatabase({ url: server.url, clock: systemClock });
});
afterAll(async () => {
  await Promise.all([database.close(), elsewhere.close()]);
  await server[Symbol.asyncDispose]();
});

const plain = (text: string): PlainStep => ({ kind: 'plain', statement: { text, values: [] } });

function change(action: RowStep['action'], physical: keyof typeof IDS, text: string): RowStep {
  const table = { id: IDS[physical], physical, cascadesTo: physical === 'folders' ? [IDS.papers] : [] };
  const statements = [{ text: `${text} RETURNING id, 1 AS ok, '{}' AS json`, values: [] }];
  return { kind: 'rows', action, table, statements, onNoMatch: 'nothing' };
}

const insertPaper = (folder: string): RowStep =>
  change('insert', 'papers', `INSERT INTO "{store}".papers (folder) VALUES ('${folder}')`);
const deleteFolder = (where: string): RowStep =>
  change('delete', 'folders', `DELETE FROM "{store}".folders WHERE ${where}`);
const LARGE = { exclusive: true, isBulk: true };

/** `passes_gate()` waits for a row of `gate` in a loop, because a wait for a lock would end after 200 ms. */
async function createFolders(): Promise<StoreName> {
  const store: StoreName = `p_${randomBytes(16).toString('hex')}`;
  await database.write(
    store,
    [
      plain('CREATE TABLE folders (id text PRIMARY KEY)'),
      plain(`CREATE TABLE papers (id text PRIMARY KEY DEFAULT gen_random_uuid()::text,
        folder text REFERENCES folders (id) ON DELETE CASCADE)`),
      plain('CREATE TABLE others (id text PRIMARY KEY)'),
      plain('CREATE TABLE gate (id text PRIMARY KEY)'),
      plain('CREATE SEQUENCE runs'),
      plain(`CREATE FUNCTION passes_gate() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
        PERFORM nextval('runs');
        WHILE NOT EXISTS (SELECT FROM gate) LOOP PERFORM pg_sleep(0.01); END LOOP;
        RETURN true;
      END $$`),
      plain(`INSERT INTO folders (id) VALUES ('first'), ('last')`),
    ],
    { exclusive: true },
  );
  return store;
}

const readRuns = async (store: StoreName): Promise<unknown> => {
  const text = 'SELECT CASE WHEN is_called THEN last_value::int ELSE 0 END AS runs FROM runs';
  const [row] = await database.query(store, { text, values: [] });
  return row?.['runs'];
};

const countWaiting = async (): Promise<unknown> => {
  const text = `SELECT count(*)::int AS waiting FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  const [row] = await database.query('control', { text, values: [] });
  return row?.['waiting'];
};

test('a large delete is not repeated because of new rows that refer to its rows: they wait, others do not', async () => {
  const store = await createFolders();
  const deleted = database.write(
    store,
    [deleteFolder(`id = 'first'`), deleteFolder(`id = 'last' AND passes_gate()`)],
    LARGE,
  );
  await expect.poll(() => readRuns(store)).toBe(1);
  const refused = [
    rejection(database.write(store, [insertPaper('last')])),
    rejection(database.write(store, [insertPaper('first')])),
    rejection(database.write(store, [insertPaper('last'), insertPaper('first')], { isBulk: true })),
  ];
  await database.write(store, [change('insert', 'others', `INSERT INTO "{store}".others (id) VALUES ('beside')`)]);
  await database.write(store, [plain(`INSERT INTO gate (id) VALUES ('open')`)]);
  expect((await deleted).results).toMatchObject([{ touched: 1 }, { touched: 1 }]);
  expect(await Promise.all(refused)).toMatchObject(refused.map(() => ({ kind: 'foreign_key_violation' })));
  expect(await readRuns(store)).toBe(1);
});

test('a change of the schema in another process waits for a large change, which is not done in vain', async () => {
  const store = await createFolders();
  const options = { ...LARGE, schemaVersion: 1 };
  const deleted = database.write(store, [deleteFolder(`id = 'last' AND passes_gate()`)], options);
  await expect.poll(() => readRuns(store)).toBe(1);
  const changed = elsewhere.write(store, [], { exclusive: true, schemaVersion: 1, nextSchemaVersion: 2 });
  await expect.poll(countWaiting, { timeout: 20_000, interval: 10 }).toBe(1);
  await database.write(store, [plain(`INSERT INTO gate (id) VALUES ('open')`)]);
  expect((await deleted).results).toMatchObject([{ touched: 1 }]);
  await changed;
  expect(
    await rejection(database.write(store, [deleteFolder(`id = 'first' AND passes_gate()`)], options)),
  ).toMatchObject({ kind: 'stale_schema' });
  expect(await readRuns(store)).toBe(1);
});

test('a large change that waits at its end for the commit of new rows of its table is not done in vain', async () => {
  const store = await createFolders();
  const folder = change('insert', 'folders', `INSERT INTO "{store}".folders (id) VALUES ('new')`);
  await database.write(store, [folder]);
  const committing = new pg.Client({ connectionString: server.url });
  await committing.connect();
  await committing.query(`BEGIN; SELECT FROM "${store}"._table_stats FOR UPDATE`);
  await database.write(store, [plain(`INSERT INTO gate (id) VALUES ('open')`)]);
  const deleted = database.write(store, [deleteFolder(`id = 'last' AND passes_gate()`)], LARGE);
  await expect.poll(countWaiting, { timeout: 20_000, interval: 10 }).toBe(1);
  // Longer than a change waits for the locks of rows and tables.
  await committing.query('SELECT pg_sleep(0.5)');
  await committing.end();
  expect((await deleted).results).toMatchObject([{ touched: 1 }]);
  expect(await readRuns(store)).toBe(1);
});
