import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeConcurrency } from '../../../test/conformance/database/concurrency.ts';
import { describeFailures } from '../../../test/conformance/database/failures.ts';
import { describeIdempotency } from '../../../test/conformance/database/idempotency.ts';
import { rejection } from '../../../test/conformance/database/rejection.ts';
import { SampleTables } from '../../../test/conformance/database/sample-tables.ts';
import { describeTransactions } from '../../../test/conformance/database/transactions.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { startTransactionPooler, type TransactionPooler } from '../../../test/engines/transaction-pooler.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, StoreName } from '../database.ts';
import { Connection } from './connection.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';
import { beginText, settingsOfTransaction } from './session.ts';

let server: PostgresDatabase;
let pooler: TransactionPooler;
let database: Database;
const notes: unknown[] = [];

beforeAll(async () => {
  server = await createPostgresDatabase();
  pooler = await startTransactionPooler(server.url);
  const note = (fields: unknown, text: string): void => void notes.push([fields, text]);
  database = await openPostgresDatabase({ url: pooler.url, clock: systemClock, logger: { info: note, warn: note } });
});

afterAll(async () => {
  await database.close();
  await pooler[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const plain = (text: string): PlainStep => ({ kind: 'plain', statement: { text, values: [] } });
const newStore = (): StoreName => `p_${randomBytes(16).toString('hex')}`;
const SETTINGS = `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
  current_setting('search_path') AS path, current_setting('jit') AS jit, current_setting('TimeZone') AS zone,
  current_setting('transaction_read_only') AS read_only FROM "{store}"._meta LIMIT 1`;

describe('behind a pooler that gives each transaction another session', () => {
  const newTables = () => new SampleTables(database).create();
  describeTransactions(newTables);
  describeFailures(newTables);
  describeIdempotency(newTables);
  describeConcurrency(newTables);
});

test('a pooler is found by itself, and statements are not prepared under names that it would mix up', async () => {
  expect(notes).toEqual([[{ keeps_statements: false }, 'the database is behind a connection pooler']]);
  const [held] = await database.query(newStore(), {
    text: 'SELECT count(*) AS count FROM pg_prepared_statements, "{store}"._meta LIMIT 1',
    values: [],
  });
  expect(held).toEqual({ count: 0 });
});

test('each transaction has the settings of its kind, whatever session it runs in', async () => {
  const store = newStore();
  const of = (settings: object) => ({ path: '""', jit: 'off', zone: 'UTC', ...settings });
  for (let round = 0; round < 30; round += 1) {
    const read = await database.query(store, { text: SETTINGS, values: [] });
    expect(read).toEqual([of({ statement: '250ms', lock: '50ms', read_only: 'on' })]);
    const written = await database.write(store, [plain(SETTINGS)]);
    const path = { path: store };
    expect(written.results).toMatchObject([
      { rows: [of({ statement: '10s', lock: '10s', read_only: 'off', ...path })] },
    ]);
  }
});

test('a statement of a transaction that could not begin reports why it could not', async () => {
  const connection = await new Connection({
    url: pooler.url,
    connectTimeoutMs: 10_000,
    settings: { TimeZone: 'nowhere' },
    preparedMax: 10,
    silenceMs: 60_000,
    onClosed: () => undefined,
    onAnswered: () => undefined,
  }).open();
  try {
    for (let round = 0; round < 3; round += 1) {
      const error = await rejection(connection.run('SELECT 1', []));
      expect(error).toMatchObject({ message: expect.stringMatching(/^22023 invalid value for parameter "TimeZone"/) });
    }
  } finally {
    await connection.close();
  }
});

test('scans use their connection again', async () => {
  const store = newStore();
  const scan = (shape: number): Promise<unknown> =>
    database.list(store, {
      rows: { text: `SELECT '${shape}'::text FROM "{store}"._meta LIMIT 1`, values: [] },
      count: undefined,
      cost: 'open',
    });
  await scan(0);
  const before = pooler.opened();
  for (let shape = 1; shape <= 20; shape += 1) await scan(shape);
  expect(pooler.opened()).toBe(before);
});

test('as many reads may wait on a connection as without a pooler', async () => {
  const limits = { readConnections: 1, pipelinedMax: 100 };
  const narrow = await openPostgresDatabase({ url: pooler.url, clock: systemClock, limits });
  const store = newStore();
  const read = (): Promise<unknown> =>
    narrow.query(store, { text: 'SELECT 1 AS one FROM "{store}"._meta LIMIT 1', values: [] });
  await read();
  const answers = await Promise.all(Array.from({ length: 90 }, read));
  expect(answers).toEqual(answers.map(() => [{ one: 1 }]));
  await narrow.close();
});

test('a statement behind two failures reports the one that a savepoint has not undone', async () => {
  const connection = await new Connection({
    url: server.url,
    connectTimeoutMs: 10_000,
    settings: {},
    preparedMax: 10,
    silenceMs: 60_000,
    onClosed: () => undefined,
    onAnswered: () => undefined,
  }).open();
  try {
    await connection.begin('READ WRITE');
    await connection.say('SAVEPOINT one');
    expect(await rejection(connection.run('SELECT 1 / 0', []))).toMatchObject({ message: '22012 division by zero' });
    await connection.say('ROLLBACK TO SAVEPOINT one');
    expect(await rejection(connection.run('SELECT nothing', []))).toMatchObject({ kind: 'stale_schema' });
    expect(await rejection(connection.run('SELECT 1', []))).toMatchObject({ kind: 'stale_schema' });
    await connection.rollback();
    expect((await connection.run('SELECT 1 AS one', [])).rows).toEqual([{ one: 1 }]);
  } finally {
    await connection.close();
  }
});

test('the time limit of a statement does not count the settings of its transaction', () => {
  const applied = ['statement_timeout', 'jit', 'lock_timeout'].map((name) => ({ name, own: 0 }));
  const local = settingsOfTransaction({ statement_timeout: '250', jit: 'off', lock_timeout: '50' }, applied);
  expect(beginText('READ ONLY', "''", local)).toMatch(/^BEGIN READ ONLY; .* SET LOCAL statement_timeout TO '250'; $/);
});

test('the sessions of other clients of the pooler keep their settings', async () => {
  const client = new Client({ connectionString: pooler.url });
  await client.connect();
  try {
    const [fresh] = (await client.query(SETTINGS.replace('FROM "{store}"._meta LIMIT 1', ''))).rows;
    for (let round = 0; round < 30; round += 1) {
      await database.ping();
      const { rows } = await client.query(SETTINGS.replace('FROM "{store}"._meta LIMIT 1', ''));
      expect(rows).toEqual([fresh]);
    }
    expect(fresh).toMatchObject({ statement: '0', lock: '0', read_only: 'off' });
  } finally {
    await client.end();
  }
});

test('an index is built without blocking the table, outside of any transaction', async () => {
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  const index = { name: 'notes_id', table: 'notes', columns: [{ name: 'id', type: 'text' }], unique: false };
  await database.indexBuilder.build(store, index, new AbortController().signal);
  expect(await database.indexBuilder.progress(store, ['notes_id'])).toEqual([1]);
  await database.indexBuilder.abandon(store, 'notes_id');
  expect(await database.indexBuilder.progress(store, ['notes_id'])).toEqual([1]);
  await database.indexBuilder.drop(store, 'notes_id');
  expect(await database.indexBuilder.progress(store, ['notes_id'])).toEqual([0]);
});
