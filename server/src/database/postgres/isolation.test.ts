import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, ListRead, PlainStep, StoreName } from '../database.ts';
import type { Statement, Value } from '../statement.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

const STORES = 12;

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

const statement = (text: string, values: readonly Value[] = []): Statement => ({ text, values });
const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: statement(text, values),
});
const newStore = (): StoreName => `p_${randomBytes(16).toString('hex')}`;

async function createNotes(): Promise<StoreName> {
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id text PRIMARY KEY, body text)')], { exclusive: true });
  return store;
}

const listOf = (table: string): ListRead => ({
  rows: statement(
    `SELECT json_build_object('id', id, 'body', body)::text FROM ${table} WHERE id >= $1 ORDER BY id LIMIT 20`,
    [''],
  ),
  count: {
    statement: statement(`SELECT count(*) FROM ${table} WHERE id >= $1`, ['']),
    tableId: '01970000-0000-7000-8000-00000000000a',
    lookedInto: [],
    whole: false,
  },
  cost: 'open',
});

test('statements of many stores on shared pipelined connections each see only their own store, even among failing ones', async () => {
  const stores = await Promise.all(Array.from({ length: STORES }, createNotes));
  await Promise.all(
    stores.map((store) => database.write(store, [plain('INSERT INTO notes VALUES ($1, $1)', [store])])),
  );
  const seen = await Promise.all(
    Array.from({ length: 600 }, async (_, index): Promise<boolean> => {
      const store = stores[index % STORES] ?? 'control';
      if (index % 5 === 0) {
        const broken = database.query(store, statement('SELECT 1 / (length($1) - length($1)) FROM notes', ['x']));
        await expect(broken).rejects.toMatchObject({ kind: 'failed' });
        return true;
      }
      if (index % 3 === 0) {
        const { json, count } = await database.list(store, listOf('"{store}".notes'));
        return count === 1 && JSON.parse(json).id === store;
      }
      const table = index % 2 === 0 ? 'notes' : '"{store}".notes';
      const rows = await database.query(store, statement(`SELECT id FROM ${table}`));
      return rows.length === 1 && rows[0]?.['id'] === store;
    }),
  );
  expect(seen).not.toContain(false);
});

test('a query cannot change anything', async () => {
  const store = await createNotes();
  await expect(database.query(store, statement(`INSERT INTO "{store}".notes VALUES ('a', 'b')`))).rejects.toThrow();
  await expect(database.query(store, statement(`INSERT INTO notes VALUES ('a', 'b')`))).rejects.toThrow();
  expect(await database.query(store, statement('SELECT id FROM notes'))).toEqual([]);
});

test.each(['p_" ; DROP SCHEMA control', 'p_ABCDEF', 'public', 'p_', `p_${'0'.repeat(33)}`])(
  'an invalid store name never becomes SQL: %s',
  async (name) => {
    const store = name as StoreName;
    await expect(database.query(store, statement('SELECT 1'))).rejects.toThrow('not a store');
    await expect(database.write(store, [plain('SELECT 1')])).rejects.toThrow('not a store');
    await expect(database.drop(store)).rejects.toThrow('not a store');
  },
);

test.each([
  `'; DROP TABLE notes; --`,
  '$1 $2 {store} "{store}"',
  '\\',
  '{"a",NULL}',
  'null',
  '\u{1F600} é ﬀ',
  `${'x'.repeat(1_000_000)}`,
])('any value is stored unchanged: %.40s', async (body) => {
  const store = await createNotes();
  await database.write(store, [plain('INSERT INTO "{store}".notes VALUES ($1, $2)', ['a', body])]);
  expect(await database.query(store, statement('SELECT body FROM "{store}".notes WHERE body = $1', [body]))).toEqual([
    { body },
  ]);
  expect(
    await database.query(store, statement('SELECT id FROM notes WHERE body = ANY($1::text[])', [[body, 'z']])),
  ).toEqual([{ id: 'a' }]);
});

test('a value PostgreSQL cannot hold is out of range, not a failure of the service', async () => {
  const store = await createNotes();
  const nul = plain('INSERT INTO "{store}".notes VALUES ($1, $1)', ['\0']);
  await expect(database.write(store, [nul])).rejects.toMatchObject({ kind: 'out_of_range' });
  const big = plain('INSERT INTO "{store}".notes VALUES (($1::bigint + 1)::text, null)', ['9223372036854775807']);
  await expect(database.write(store, [big])).rejects.toMatchObject({ kind: 'out_of_range' });
});

test('a store that many processes first use at the same moment is created once', async () => {
  const others = await Promise.all(
    Array.from({ length: 6 }, () => openPostgresDatabase({ url: server.url, clock: systemClock })),
  );
  const store = newStore();
  const rows = await Promise.all(
    others.map((other) => other.query(store, statement('SELECT value FROM _meta WHERE name = $1', ['schema_version']))),
  );
  expect(rows).toEqual(others.map(() => [{ value: 1 }]));
  await Promise.all(others.map((other) => other.close()));
});

test('a store created by a newer release is refused', async () => {
  const store = await createNotes();
  await database.write(store, [plain('UPDATE _meta SET value = 999')]);
  const later = await openPostgresDatabase({ url: server.url, clock: systemClock });
  await expect(later.query(store, statement('SELECT 1'))).rejects.toThrow('format 999');
  await later.close();
});

test('a dropped store is gone with everything in it, and a missing one is no error', async () => {
  const store = await createNotes();
  expect(await database.stores()).toContain(store);
  await database.drop(store);
  expect(await database.stores()).not.toContain(store);
  await database.drop(store);
});
