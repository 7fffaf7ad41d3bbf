import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, StoreName } from '../database.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';
import { postgresMigrations } from './postgres-migrations.ts';
import { TablesOnFirstUse } from './tables-on-first-use.ts';

const newStore = (): StoreName => `p_${randomBytes(16).toString('hex')}`;
const insertMessage = (hash: string) =>
  ({
    kind: 'plain',
    statement: { text: 'INSERT INTO "{store}"._oauth_states (hash, expires_at_ms) VALUES ($1, 1)', values: [hash] },
  }) as const;
const readStates = { text: 'SELECT hash FROM "{store}"._oauth_states ORDER BY hash', values: [] };

describe('tables created on first use', () => {
  let server: Awaited<ReturnType<typeof createPostgresDatabase>>;
  let database: Database;
  let other: Database;
  let client: pg.Client;

  beforeAll(async () => {
    server = await createPostgresDatabase();
    database = await openPostgresDatabase({ url: server.url, clock: systemClock });
    other = await openPostgresDatabase({ url: server.url, clock: systemClock });
    client = new pg.Client({ connectionString: server.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await database?.close();
    await other?.close();
    await server?.[Symbol.asyncDispose]();
  });

  const tablesIn = async (store: StoreName): Promise<string[]> => {
    const { rows } = await client.query(
      'SELECT tablename::text AS name FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
      [store],
    );
    return rows.map(({ name }) => name);
  };

  it('are missing in a new store, which has few relations and little on disk', async () => {
    const store = newStore();
    await database.query(store, { text: 'SELECT name FROM "{store}"._meta', values: [] });
    expect(await tablesIn(store)).toEqual(['_meta', '_table_stats', '_tables']);
    const { rows } = await client.query(
      `SELECT count(*)::int AS tables, sum(pg_total_relation_size(oid))::int AS bytes FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
      [store],
    );
    expect(rows[0].bytes).toBeLessThan(200 * 1024);
  });

  it('can be listed without being created', async () => {
    const [used, unused] = [newStore(), newStore()];
    await database.write(used, [insertMessage('one')]);
    await database.query(unused, { text: 'SELECT name FROM "{store}"._meta', values: [] });
    expect(await database.stores()).toEqual(expect.arrayContaining([used, unused]));
    const having = await database.stores('_oauth_states');
    expect([having.includes(used), having.includes(unused)]).toEqual([true, false]);
    expect(await tablesIn(unused)).not.toContain('_oauth_states');
  });

  it('are created by a read or a write, together with the tables they refer to', async () => {
    const [read, written] = [newStore(), newStore()];
    expect(await database.query(read, readStates)).toEqual([]);
    await database.write(written, [insertMessage('a')]);
    expect(await database.query(written, readStates)).toEqual([{ hash: 'a' }]);
    expect(await tablesIn(written)).toEqual(['_meta', '_oauth_states', '_table_stats', '_tables']);
    await database.query(written, { text: 'SELECT id FROM "{store}"._sessions', values: [] });
    expect(await tablesIn(written)).toEqual([
      '_meta',
      '_oauth_states',
      '_sessions',
      '_table_stats',
      '_tables',
      '_users',
    ]);
  });

  it('are not created by a read that finds no row, and are found once another process creates them', async () => {
    const store = newStore();
    const plain = {
      text: 'select "hash" from "{store}"."_oauth_states" where "hash" > $1 order by "hash"',
      values: ['0'],
    };
    expect(await database.query(store, plain)).toEqual([]);
    expect(await tablesIn(store)).toEqual(['_meta', '_table_stats', '_tables']);
    await other.write(store, [insertMessage('a')]);
    expect(await database.query(store, plain)).toEqual([{ hash: 'a' }]);
    await other.drop(store);
    await expect(database.query(store, plain)).rejects.toMatchObject({ kind: 'dropped' });
    const dropped = newStore();
    await database.query(dropped, { text: 'SELECT name FROM "{store}"._meta', values: [] });
    await other.drop(dropped);
    await expect(database.query(dropped, plain)).rejects.toMatchObject({ kind: 'dropped' });
  });

  it('are created by a read when they start with a row', async () => {
    const hour = { text: 'select "mails" from "{store}"."_message_hour"', values: [] };
    expect(await database.query(newStore(), hour)).toEqual([{ mails: 0 }]);
  });

  it('are created by a read that returns a row even from an empty table', async () => {
    const store = newStore();
    const count = { text: 'select count(*) as "count" from "{store}"."_oauth_states"', values: [] };
    expect(await database.query(store, count)).toEqual([{ count: 0 }]);
    expect(await tablesIn(store)).toContain('_oauth_states');
  });

  it('are created once by many concurrent uses in two processes', async () => {
    const store = newStore();
    const names = Array.from({ length: 20 }, (_, index) => `h${String(index).padStart(2, '0')}`);
    await Promise.all(
      names.map((name, index) => (index % 2 === 0 ? database : other).write(store, [insertMessage(name)])),
    );
    expect(await database.query(store, readStates)).toEqual(names.map((hash) => ({ hash })));
  });

  it('appear empty in a snapshot, which creates none', async () => {
    const store = newStore();
    const snapshot = await database.snapshot(store);
    try {
      expect(await snapshot.query(readStates)).toEqual([]);
      for await (const page of snapshot.rows(readStates)) expect(page).toEqual([]);
    } finally {
      await snapshot.close();
    }
    expect(await tablesIn(store)).toEqual(['_meta', '_table_stats', '_tables']);
  });

  it('are not recreated in a store that another process dropped', async () => {
    const store = newStore();
    await database.query(store, { text: 'SELECT name FROM "{store}"._meta', values: [] });
    await other.drop(store);
    await expect(database.query(store, readStates)).rejects.toMatchObject({ kind: 'dropped' });
    expect(await tablesIn(store)).toEqual([]);
  });

  it('are not created in a store that a newer release has migrated', async () => {
    const migrations = postgresMigrations();
    const version = migrations.project.length + 1;
    const next = { version, name: 'next', readableFrom: 1, statements: ['ALTER TABLE _oauth_states ADD note text'] };
    const newer = await openPostgresDatabase({
      url: server.url,
      clock: systemClock,
      migrations: { ...migrations, project: [...migrations.project, next] },
    });
    const store = newStore();
    await newer.query(store, { text: 'SELECT name FROM "{store}"._meta', values: [] });
    await expect(database.query(store, readStates)).rejects.toMatchObject({ kind: 'unavailable' });
    const noted = { text: 'SELECT hash, note FROM "{store}"._oauth_states', values: [] };
    expect(await newer.query(store, noted)).toEqual([]);
    expect(await database.query(store, readStates)).toEqual([]);
    await newer.close();
  });
});

test('a change of an uncreated table waits for its first use, and one of an existing table is applied', () => {
  const tables = new TablesOnFirstUse([
    {
      version: 1,
      name: 'one',
      readableFrom: 1,
      statements: ['CREATE TABLE _a (id int)', 'CREATE TABLE _b (a int REFERENCES _a (id))'],
    },
    {
      version: 2,
      name: 'two',
      readableFrom: 2,
      statements: ['ALTER TABLE _b ADD note text', 'CREATE INDEX _b_note ON _b (note)'],
    },
  ]);
  expect(tables.waits('ALTER TABLE _b ADD note text', new Set())).toBe(true);
  expect(tables.waits('ALTER TABLE _b ADD note text', new Set(['_b']))).toBe(false);
  expect(tables.statementsFor(['_b'], new Set())).toEqual([
    'CREATE TABLE _a (id int)',
    'CREATE TABLE _b (a int REFERENCES _a (id))',
    'ALTER TABLE _b ADD note text',
    'CREATE INDEX _b_note ON _b (note)',
  ]);
  expect(tables.namedIn('relation "p_1._b" does not exist; not my_b, t_b_a, _c')).toEqual(['_b']);
});

test.each([
  ['select * from "{store}"."_a"', '_a'],
  ['select "id", "_a"."note" as "n" from "{store}"."_a" where "id" = $1 order by "id" desc limit $2', '_a'],
  ['select 1 as "one" from "{store}"."_a" limit $1', '_a'],
  ['select * from "{store}"."_other"', undefined],
  ['select * from "{store}"."_made_with_a_row"', undefined],
  ['select count(*) from "{store}"."_a"', undefined],
  ['select * from "{store}"."_a" inner join "{store}"."_b" on "_a"."id" = "_b"."id"', undefined],
  ['select * from "{store}"."_a" where "id" = $1 union select 1', undefined],
  ['select * from "{store}"."_a" where "id" in (select 1)', undefined],
  ['update "{store}"."_a" set "id" = $1', undefined],
])('the table without which %s returns no rows: %s', (text, table) => {
  const tables = new TablesOnFirstUse([
    {
      version: 1,
      name: 'one',
      readableFrom: 1,
      statements: [
        'CREATE TABLE _a (id int)',
        'CREATE TABLE _b (id int)',
        'CREATE TABLE _made_with_a_row (id int)',
        'INSERT INTO _made_with_a_row VALUES (1)',
      ],
    },
  ]);
  expect(tables.readBy(text)).toBe(table);
});
