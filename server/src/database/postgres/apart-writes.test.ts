import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, RowStep, StoreName } from '../database.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

let server: PostgresDatabase;
let database: Database;

beforeAll(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock });
});
afterAll(async () => {
  await database.close();
  await server[Symbol.asyncDispose]();
});

const plain = (text: string): PlainStep => ({ kind: 'plain', statement: { text, values: [] } });

const IDS = {
  folders: '01970000-0000-7000-8000-00000000000a',
  papers: '01970000-0000-7000-8000-00000000000b',
  others: '01970000-0000-7000-8000-00000000000c',
};

function change(action: RowStep['action'], physical: keyof typeof IDS, text: string): RowStep {
  const table = { id: IDS[physical], physical, cascadesTo: physical === 'folders' ? [IDS.papers] : [] };
  const statements = [{ text: `${text} RETURNING id, 1 AS ok, '{}' AS json`, values: [] }];
  return { kind: 'rows', action, table, statements, onNoMatch: 'nothing' };
}

const insertPaper = (folder: string): RowStep =>
  change('insert', 'papers', `INSERT INTO "{store}".papers (folder) VALUES ('${folder}')`);

test('a large delete is not repeated because of new rows that refer to its rows: they wait, others do not', async () => {
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
  const deleted = database.write(
    store,
    [
      change('delete', 'folders', `DELETE FROM "{store}".folders WHERE id = 'first'`),
      change('delete', 'folders', `DELETE FROM "{store}".folders WHERE id = 'last' AND passes_gate()`),
    ],
    { exclusive: true, isBulk: true },
  );
  const readRuns = () => database.query(store, { text: 'SELECT is_called::int AS is_called FROM runs', values: [] });
  await expect.poll(readRuns).toEqual([{ is_called: 1 }]);
  const refused = [
    rejection(database.write(store, [insertPaper('last')])),
    rejection(database.write(store, [insertPaper('first')])),
    rejection(database.write(store, [insertPaper('last'), insertPaper('first')], { isBulk: true })),
  ];
  await database.write(store, [change('insert', 'others', `INSERT INTO "{store}".others (id) VALUES ('beside')`)]);
  await database.write(store, [plain(`INSERT INTO gate (id) VALUES ('open')`)]);
  expect((await deleted).results).toMatchObject([{ touched: 1 }, { touched: 1 }]);
  expect(await Promise.all(refused)).toMatchObject(refused.map(() => ({ kind: 'foreign_key_violation' })));
  expect(await database.query(store, { text: 'SELECT last_value::int AS runs FROM runs', values: [] })).toEqual([
    { runs: 1 },
  ]);
});
