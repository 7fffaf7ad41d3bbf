import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, StoreName } from '../database.ts';
import type { Value } from '../statement.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';
import { postgresMigrations } from './postgres-migrations.ts';

const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: { text, values },
});

const newStore = (): StoreName => `p_${randomBytes(16).toString('hex')}`;

async function openWithTable(): Promise<{ database: Database; store: StoreName; end: () => Promise<void> }> {
  const server = await createPostgresDatabase();
  const database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id text PRIMARY KEY, email text UNIQUE, visits bigint)')], {
    exclusive: true,
  });
  return {
    database,
    store,
    end: async () => {
      await database.close();
      await server[Symbol.asyncDispose]();
    },
  };
}

const insert = (id: string, email: string): PlainStep =>
  plain('INSERT INTO "{store}".notes (id, email, visits) VALUES ($1, $2, 0)', [id, email]);

test('written rows are visible only in their own store', async () => {
  const { database, store, end } = await openWithTable();
  await database.write(store, [insert('a', 'a@b.c')]);
  expect(await database.query(store, { text: 'SELECT id, visits FROM "{store}".notes', values: [] })).toEqual([
    { id: 'a', visits: 0 },
  ]);
  expect(await database.query(store, { text: 'SELECT id FROM notes', values: [] })).toEqual([{ id: 'a' }]);
  const other = newStore();
  await expect(database.query(other, { text: 'SELECT id FROM notes', values: [] })).rejects.toMatchObject({
    kind: 'stale_schema',
  });
  expect(await database.stores()).toEqual([store, other].sort());
  await end();
});

test('a process of an older release refuses a store it would misread, and keeps using a compatible one', async () => {
  const server = await createPostgresDatabase();
  const migrations = postgresMigrations();
  const version = migrations.project.length + 1;
  const releaseWith = (readableFrom: number) =>
    openPostgresDatabase({
      url: server.url,
      clock: systemClock,
      migrations: {
        ...migrations,
        project: [
          ...migrations.project,
          { version, name: 'next', readableFrom, statements: ['CREATE TABLE later (id text)'] },
        ],
      },
    });
  const older = await openPostgresDatabase({ url: server.url, clock: systemClock });
  const [strict, additive] = [await releaseWith(version), await releaseWith(version - 1)];
  const [theirs, ours] = [newStore(), newStore()];
  const look = { text: 'SELECT id FROM "{store}"._jobs', values: [] };
  expect(await strict.query(theirs, look)).toEqual([]);
  expect(await additive.query(ours, look)).toEqual([]);
  await expect(older.query(theirs, look)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await older.query(ours, look)).toEqual([]);
  await Promise.all([older.close(), strict.close(), additive.close()]);
  await server[Symbol.asyncDispose]();
});

test('an old connection is replaced while statements run', async () => {
  const server = await createPostgresDatabase();
  const limits = { connectionAgeMs: 300, readConnections: 1 };
  const database = await openPostgresDatabase({ url: server.url, clock: systemClock, limits });
  const backend = async () => {
    const [row] = await database.query('control', { text: 'SELECT pg_backend_pid() AS pid', values: [] });
    return row?.['pid'];
  };
  const first = await backend();
  await expect.poll(backend, { timeout: 10_000 }).not.toBe(first);
  await database.close();
  await server[Symbol.asyncDispose]();
});

test('of 64 writers of one unique value exactly one wins, and the others get the name of the column', async () => {
  const { database, store, end } = await openWithTable();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 64 }, (_, index) => database.write(store, [insert(String(index), 'same')])),
  );
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') {
      expect(outcome.reason).toMatchObject({ kind: 'unique_violation', error: { columns: ['email'] } });
    }
  }
  await end();
});

test('64 concurrent changes of one row all take effect', async () => {
  const { database, store, end } = await openWithTable();
  await database.write(store, [insert('a', 'a')]);
  const change = plain('UPDATE "{store}".notes SET visits = visits + 1 WHERE id = $1', ['a']);
  await Promise.all(
    Array.from({ length: 64 }, (_, i) => database.write(store, i % 2 === 0 ? [change] : [change, change])),
  );
  expect(await database.query(store, { text: 'SELECT visits FROM "{store}".notes', values: [] })).toEqual([
    { visits: 96 },
  ]);
  await end();
});

test('a store that another process dropped is reported as dropped and not recreated', async () => {
  const server = await createPostgresDatabase();
  const database = await openPostgresDatabase({ url: server.url, clock: systemClock });
  const other = await openPostgresDatabase({ url: server.url, clock: systemClock });
  try {
    const store = newStore();
    const state = `INSERT INTO "{store}"._oauth_states (hash, expires_at_ms) VALUES ($1, 1)`;
    await database.write(store, [plain(state, ['a'])]);
    await other.drop(store);
    await expect(database.write(store, [plain(state, ['b'])])).rejects.toMatchObject({ kind: 'dropped' });
    const read = database.query(store, { text: 'SELECT hash FROM "{store}"._oauth_states', values: [] });
    await expect(read).rejects.toMatchObject({ kind: 'dropped' });
    expect(await database.stores()).toEqual([]);
    const missing = database.query('control', { text: 'SELECT 1 FROM "{store}".nowhere', values: [] });
    await expect(missing).rejects.toMatchObject({ kind: 'stale_schema' });
  } finally {
    await database.close();
    await other.close();
    await server[Symbol.asyncDispose]();
  }
});
