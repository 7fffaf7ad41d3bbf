import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, Idempotency, PlainStep, RowStep, StoreName } from '../database.ts';
import type { Statement, Value } from '../statement.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const TABLE_ID = '01970000-0000-7000-8000-00000000000a';

let server: PostgresDatabase;
/** Two processes of the service, as far as the database can tell. */
let database: Database;
let elsewhere: Database;
let store: StoreName;

beforeAll(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  elsewhere = await openPostgresDatabase({ url: server.url, clock: systemClock });
  store = `p_${randomBytes(16).toString('hex')}`;
  await database.write(
    store,
    [
      plain('CREATE TABLE notes (id text PRIMARY KEY, email text, visits bigint DEFAULT 0)'),
      plain('CREATE UNIQUE INDEX emails ON notes (email)'),
    ],
    { exclusive: true },
  );
});

afterAll(async () => {
  await Promise.all([database.close(), elsewhere.close()]);
  await server[Symbol.asyncDispose]();
});

const statement = (text: string, values: readonly Value[] = []): Statement => ({ text, values });
const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: statement(text, values),
});
const newId = (): string => randomBytes(8).toString('hex');

/** A row of `notes`; `ok` is the result of the rule. */
const insert = (id: string, email: string | null = null, ok = true): RowStep => ({
  kind: 'rows',
  action: 'insert',
  table: { id: TABLE_ID, physical: 'notes', cascadesTo: [] },
  statements: [
    statement(
      `WITH w AS (INSERT INTO "{store}".notes (id, email) VALUES ($1, $2) RETURNING *)
       SELECT id, $3::boolean AS ok, row_to_json(w)::text AS json FROM w`,
      [id, email, ok],
    ),
  ],
  onNoMatch: 'nothing',
});
const touch = (id: string): RowStep => ({
  kind: 'rows',
  action: 'update',
  table: { id: TABLE_ID, physical: 'notes', cascadesTo: [] },
  statements: [
    statement(
      `WITH w AS (UPDATE "{store}".notes SET visits = visits + 1 WHERE id = $1 AND email IS NULL RETURNING *)
       SELECT id, 1 AS ok, row_to_json(w)::text AS json FROM w`,
      [id],
    ),
  ],
  onNoMatch: statement('SELECT id FROM "{store}".notes WHERE id = $1', [id]),
});
const idsLike = async (ids: readonly string[]): Promise<readonly unknown[]> =>
  (await database.query(store, statement('SELECT id FROM notes WHERE id = ANY($1::text[]) ORDER BY id', [ids]))).map(
    (row) => row['id'],
  );

const idempotency = (key: string, fingerprint = 'body'): Idempotency => ({
  key,
  fingerprint,
  nowMs: Date.now(),
  expiresAtMs: Date.now() + 60_000,
});

test('each write of a group succeeds or fails individually', async () => {
  const ids = Array.from({ length: 40 }, newId);
  const taken = newId();
  await database.write(store, [insert(newId(), taken)]);
  const outcomes = await Promise.allSettled(
    ids.map((id, index) => {
      if (index % 10 === 1) return database.write(store, [insert(id, taken)]);
      if (index % 10 === 2) return database.write(store, [insert(id, null, false)]);
      if (index % 10 === 3) return database.write(store, [touch('missing')]);
      return database.write(store, [insert(id)]);
    }),
  );
  const kinds = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.kind));
  expect(kinds).toEqual(
    ids.map((_, index) => ({ 1: 'unique_violation', 2: 'rule_failed', 3: 'row_hidden' })[index % 10] ?? 'done'),
  );
  expect(await idsLike(ids)).toEqual(ids.filter((_, index) => ![1, 2, 3].includes(index % 10)).sort());
});

test('all steps of a write take effect or none, and the failed one is named', async () => {
  const ids = Array.from({ length: 5 }, newId);
  const steps = [...ids.map((id) => insert(id)), touch('missing'), insert(newId())];
  await expect(database.write(store, steps)).rejects.toMatchObject({ kind: 'row_hidden', error: { step: 5 } });
  expect(await idsLike(ids)).toEqual([]);
});

test('whether a row was hidden or only protected is decided when its step runs', async () => {
  const id = newId();
  await database.write(store, [insert(id, newId())]);
  const remove = plain('DELETE FROM "{store}".notes WHERE id = $1', [id]);
  await expect(database.write(store, [touch(id), remove])).rejects.toMatchObject({
    kind: 'rule_failed',
    error: { step: 0 },
  });
  expect(await idsLike([id])).toEqual([id]);
});

test('later steps see earlier ones, and an attempt that fails leaves the others', async () => {
  const [first, second] = [newId(), newId()];
  const { results } = await database.write(store, [
    { kind: 'attempt', step: insert(first) },
    { kind: 'attempt', step: insert(first) },
    { kind: 'attempt', step: touch(first) },
    { kind: 'attempt', step: insert(second, null, false) },
    { kind: 'attempt', step: touch(second) },
  ]);
  expect(results.map((result) => (result.kind === 'failed' ? result.error.kind : result.kind))).toEqual([
    'rows',
    'unique_violation',
    'rows',
    'rule_failed',
    'row_hidden',
  ]);
  expect(results[1]).toMatchObject({ error: { columns: ['id'] } });
  expect(await database.query(store, statement('SELECT visits FROM notes WHERE id = $1', [first]))).toEqual([
    { visits: 1 },
  ]);
  expect(await idsLike([second])).toEqual([]);
});

test('a plain step that affects too few or too many rows rolls back the write and gives its name', async () => {
  const ids = [newId(), newId()];
  await database.write(
    store,
    ids.map((id) => insert(id)),
  );
  const all = plain('UPDATE "{store}".notes SET visits = 7 WHERE id = ANY($1::text[])', [ids]);
  await expect(database.write(store, [{ ...all, atMost: 1, name: 'one' }])).rejects.toMatchObject({
    kind: 'not_applied',
    error: { name: 'one' },
  });
  await expect(database.write(store, [{ ...all, atLeast: 3, name: 'three' }])).rejects.toMatchObject({
    kind: 'not_applied',
    error: { name: 'three' },
  });
  expect(
    await database.query(store, statement('SELECT max(visits) AS most FROM notes WHERE id = ANY($1::text[])', [ids])),
  ).toEqual([{ most: 0 }]);
});

test('of many requests with one key in two processes, one writes and all get its results', async () => {
  const [id, key] = [newId(), newId()];
  const written = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      (index % 2 === 0 ? database : elsewhere).write(store, [insert(id)], { idempotency: idempotency(key) }),
    ),
  );
  expect(written.filter(({ replayed }) => !replayed)).toHaveLength(1);
  for (const { results } of written) expect(results).toEqual(written[0]?.results);
  await expect(
    database.write(store, [insert(newId())], { idempotency: idempotency(key, 'another body') }),
  ).rejects.toMatchObject({ kind: 'idempotency_conflict' });
});

test('a key can be reused after its write failed or it expired', async () => {
  const [id, key] = [newId(), newId()];
  await database.write(store, [insert(id)]);
  const again = database.write(store, [insert(id)], { idempotency: idempotency(key) });
  await expect(again).rejects.toMatchObject({ kind: 'unique_violation' });
  const expiring = { ...idempotency(key), expiresAtMs: Date.now() - 1 };
  expect(await database.write(store, [insert(newId())], { idempotency: expiring })).toMatchObject({ replayed: false });
  expect(await database.write(store, [insert(newId())], { idempotency: idempotency(key, 'other') })).toMatchObject({
    replayed: false,
  });
});

test('steps made for an outdated catalogue fail as stale and write nothing', async () => {
  const own: StoreName = `p_${randomBytes(16).toString('hex')}`;
  await database.write(own, [plain('CREATE TABLE notes (id text)')], {
    exclusive: true,
    schemaVersion: 1,
    nextSchemaVersion: 2,
  });
  elsewhere.setSchemaVersion(own, 2);
  const step = plain('INSERT INTO "{store}".notes VALUES ($1)', ['a']);
  await elsewhere.write(own, [step], { schemaVersion: 2 });
  await database.write(own, [plain('ALTER TABLE notes ADD COLUMN more text')], {
    exclusive: true,
    schemaVersion: 2,
    nextSchemaVersion: 3,
  });

  const stale = { kind: 'stale_schema' };
  await expect(elsewhere.write(own, [step], { schemaVersion: 2 })).rejects.toMatchObject(stale);
  await expect(elsewhere.write(own, [step, step], { schemaVersion: 2 })).rejects.toMatchObject(stale);
  await expect(elsewhere.write(own, [step], { schemaVersion: 2, idempotency: idempotency('k') })).rejects.toMatchObject(
    stale,
  );
  await expect(
    elsewhere.write(own, [step], { schemaVersion: 2, exclusive: true, nextSchemaVersion: 3 }),
  ).rejects.toMatchObject(stale);
  await expect(database.write(own, [step], { schemaVersion: 2 })).rejects.toMatchObject(stale);
  await expect(
    database.list(own, { rows: statement('SELECT id FROM "{store}".notes'), count: undefined, cost: 'key' }, 2),
  ).rejects.toMatchObject(stale);
  expect(await database.query(own, statement('SELECT count(*) AS count FROM "{store}".notes'))).toEqual([{ count: 1 }]);
});

test('of many exclusive changes for one version in two processes exactly one succeeds', async () => {
  const own: StoreName = `p_${randomBytes(16).toString('hex')}`;
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) =>
      (index % 2 === 0 ? database : elsewhere).write(own, [plain(`CREATE TABLE notes${index} (id text)`)], {
        exclusive: true,
        schemaVersion: 1,
        nextSchemaVersion: 2,
      }),
    ),
  );
  const kinds = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'done' : outcome.reason.kind)).sort();
  expect(kinds).toEqual(['done', ...Array.from({ length: 9 }, () => 'stale_schema')]);
});

test('transactions that lock rows in opposite orders both succeed in the end', async () => {
  const ids = [newId(), newId()];
  await database.write(
    store,
    ids.map((id) => insert(id)),
  );
  const [a = '', b = ''] = ids;
  await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (index % 2 === 0 ? database : elsewhere).write(
        store,
        index % 4 < 2 ? [touch(a), touch(b)] : [touch(b), touch(a)],
      ),
    ),
  );
  expect(await database.query(store, statement('SELECT visits FROM notes WHERE id = ANY($1::text[])', [ids]))).toEqual([
    { visits: 12 },
    { visits: 12 },
  ]);
});

test('a change of many rows holds up no new rows and no changes in other tables', async () => {
  const own: StoreName = `p_${randomBytes(16).toString('hex')}`;
  const [kept, added] = [newId(), newId()];
  await database.write(
    own,
    [
      plain('CREATE TABLE notes (id text PRIMARY KEY, email text, visits bigint DEFAULT 0)'),
      plain('CREATE TABLE others (id text PRIMARY KEY, visits bigint DEFAULT 0)'),
      plain(`CREATE FUNCTION both_are_written() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
        WHILE (SELECT count(*) FROM notes) < 2 OR (SELECT sum(visits) FROM others) < 1 LOOP PERFORM pg_sleep(0.01); END LOOP;
        RETURN true;
      END $$`),
      plain('INSERT INTO notes (id) VALUES ($1)', [kept]),
      plain(`INSERT INTO others (id) VALUES ('other')`),
    ],
    { exclusive: true },
  );
  const large: RowStep = {
    ...touch(kept),
    statements: [
      statement(`UPDATE "{store}".notes SET email = 'changed' WHERE id = $1 AND (SELECT both_are_written())`, [kept]),
    ],
    onNoMatch: 'nothing',
  };
  const other: RowStep = {
    ...touch('other'),
    table: { id: '01970000-0000-7000-8000-00000000000b', physical: 'others', cascadesTo: [] },
    statements: [statement(`UPDATE "{store}".others SET visits = 1 RETURNING id, 1 AS ok, '{}' AS json`)],
  };
  await Promise.all([
    database.write(own, [large], { exclusive: true, isBulk: true }),
    database.write(own, [insert(added)]),
    database.write(own, [other]),
  ]);
  expect(await database.query(own, statement('SELECT id FROM notes WHERE email IS NOT NULL'))).toEqual([{ id: kept }]);
});

test('a delete that foreign keys pass on to other rows and that takes too long is too slow, not overload', async () => {
  const impatient = await openPostgresDatabase({
    url: server.url,
    clock: systemClock,
    limits: { writeTimeoutMs: 200 },
  });
  const deleting = (...cascadesTo: readonly string[]): RowStep => ({
    kind: 'rows',
    action: 'delete',
    table: { id: TABLE_ID, physical: 'notes', cascadesTo },
    statements: [statement(`SELECT '1' AS id, 1 AS ok, '{}' AS json FROM pg_sleep(2)`)],
    onNoMatch: 'nothing',
  });
  await expect(impatient.write(store, [deleting('papers')])).rejects.toMatchObject({ kind: 'timeout' });
  await expect(impatient.write(store, [deleting()])).rejects.toMatchObject({ kind: 'overloaded' });
  await impatient.close();
});
