import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createFaultyWire, type FaultyWire } from '../../../test/engines/faulty-wire.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, Idempotency, PlainStep, StoreName } from '../database.ts';
import type { Value } from '../statement.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

let server: PostgresDatabase;
let wire: FaultyWire;
let database: Database;
let store: StoreName;

beforeAll(async () => {
  server = await createPostgresDatabase();
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

beforeEach(async () => {
  wire = await createFaultyWire(server.url);
  database = await openPostgresDatabase({
    url: wire.url,
    clock: systemClock,
    limits: { readTimeoutMs: 100, writeTimeoutMs: 200, scanTimeoutMs: 200, connectTimeoutMs: 300 },
  });
  store = `p_${randomBytes(16).toString('hex')}`;
  await database.write(store, [plain('CREATE TABLE notes (id text PRIMARY KEY)')], { exclusive: true });
});

afterEach(async () => {
  await database.close();
  await wire[Symbol.asyncDispose]();
});

const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: { text, values },
});
const insert = (id: string): PlainStep => plain('INSERT INTO "{store}".notes (id) VALUES ($1)', [id]);
const all = async (): Promise<readonly unknown[]> =>
  (await database.query(store, { text: 'SELECT id FROM "{store}".notes ORDER BY id', values: [] })).map(
    (row) => row['id'],
  );

test('a server that stops answering times out, and the next connection works', async () => {
  await database.write(store, [insert('a')]);
  await database.ping();
  wire.silence();
  const startedAt = performance.now();
  const outcomes = await Promise.allSettled([
    database.query(store, { text: 'SELECT id FROM "{store}".notes', values: [] }),
    database.write(store, [insert('b')]),
    database.write(store, [insert('c'), insert('d')]),
    database.ping(),
  ]);
  const kinds = outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.kind : 'done'));
  // The second write waited for the first, and may learn that it waited too long. It was not sent, so it may be repeated.
  expect(kinds).toEqual([
    'unavailable',
    'unavailable',
    expect.stringMatching(/^(unavailable|overloaded)$/),
    'unavailable',
  ]);
  expect(performance.now() - startedAt).toBeLessThan(8000);
  wire.mend();
  await expect
    .poll(
      () =>
        database.ping().then(
          () => 'answers',
          () => 'silent',
        ),
      { timeout: 5000 },
    )
    .toBe('answers');
  await database.write(store, [insert('e')]);
  expect(await all()).toEqual(['a', 'e']);
});

test('when the answer to COMMIT is lost, the outcome is unknown, nothing is written twice, and the idempotency key resolves it', async () => {
  const idempotency: Idempotency = {
    key: 'k',
    fingerprint: 'f',
    nowMs: Date.now(),
    expiresAtMs: Date.now() + 60_000,
  };
  await database.write(store, [], { idempotency: { ...idempotency, key: 'the first' } });
  wire.cutAfter('COMMIT');
  const lost = database.write(store, [insert('a')], { idempotency });
  await expect(lost).rejects.toThrow('outcome is unknown');
  await expect.poll(all).toEqual(['a']);
  expect(await database.write(store, [insert('a')], { idempotency })).toMatchObject({ replayed: true });
  expect(await all()).toEqual(['a']);
});

test('a connection that breaks before any write could be committed is replaced silently', async () => {
  wire.cutAfter('INSERT INTO');
  await database.write(store, [insert('a')]);
  wire.cutAfter('SELECT id');
  expect(await all()).toEqual(['a']);
});

test('a snapshot whose connection is lost before its first read is opened on another one', async () => {
  await database.write(store, [insert('a')]);
  wire.cutAfter('IN ACCESS SHARE MODE');
  const snapshot = await database.snapshot(store);
  expect(await snapshot.query({ text: 'SELECT id FROM "{store}".notes', values: [] })).toEqual([{ id: 'a' }]);
  await snapshot.close();
});
