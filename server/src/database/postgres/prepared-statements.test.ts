import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, PlainStep, StoreName } from '../database.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

let server: PostgresDatabase;
let database: Database;
let store: StoreName;

const plain = (text: string): PlainStep => ({ kind: 'plain', statement: { text, values: [] } });

beforeAll(async () => {
  server = await createPostgresDatabase();
  database = await openPostgresDatabase({ url: server.url, clock: systemClock, limits: { readConnections: 1 } });
  store = `p_${randomBytes(16).toString('hex')}`;
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
});

afterAll(async () => {
  await database.close();
  await server[Symbol.asyncDispose]();
});

test('a connection keeps at most the allowed prepared statements, for any number of shapes', async () => {
  for (let shape = 0; shape < 1500; shape += 1) {
    const rows = await database.query(store, { text: `SELECT ${shape} AS shape FROM _meta LIMIT 1`, values: [] });
    expect(rows).toEqual([{ shape }]);
  }
  const [held] = await database.query(store, {
    text: 'SELECT count(*) AS count FROM pg_prepared_statements',
    values: [],
  });
  expect(Number(held?.['count'])).toBeLessThanOrEqual(1001);
  expect(Number(held?.['count'])).toBeGreaterThan(500);
});

test('a statement prepared before a table change is prepared again', async () => {
  const statement = { text: 'SELECT * FROM "{store}".notes', values: [] };
  await database.write(store, [plain(`INSERT INTO notes VALUES ('a')`)]);
  expect(await database.query(store, statement)).toEqual([{ id: 'a' }]);
  await database.write(store, [plain('ALTER TABLE notes ADD COLUMN body text')], { exclusive: true });
  expect(await database.query(store, statement)).toEqual([{ id: 'a', body: null }]);
  const step: PlainStep = { kind: 'plain', statement };
  await database.write(store, [step]);
  await database.write(store, [plain('ALTER TABLE notes DROP COLUMN body')], { exclusive: true });
  expect((await database.write(store, [step])).results[0]).toMatchObject({ rows: [{ id: 'a' }] });
});

test('concurrent users of a broken statement all get its error', async () => {
  const broken = { text: 'SELECT nothing FROM "{store}".notes', values: [] };
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => database.query(store, broken)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { kind: 'stale_schema' } });
  await database.write(store, [plain('ALTER TABLE notes ADD COLUMN nothing text')], { exclusive: true });
  expect(await database.query(store, broken)).toEqual([{ nothing: null }]);
});

test('more shapes than a connection keeps, many on tables created on first use, disturb no transaction', async () => {
  const other = await openPostgresDatabase({ url: server.url, clock: systemClock, limits: { writeConnections: 2 } });
  const stores = Array.from({ length: 80 }, (): StoreName => `p_${randomBytes(16).toString('hex')}`);
  const insert = (index: number): PlainStep => ({
    kind: 'plain',
    statement: {
      text: `INSERT INTO "{store}"._oauth_states (hash, expires_at_ms) VALUES ($1, ${index})`,
      values: ['h'],
    },
  });
  const forget = plain('DELETE FROM "{store}"._oauth_states');
  try {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 12; round += 1) {
      const writes = stores.map((each) => other.write(each, [forget, insert(round)]));
      outcomes.push(...(await Promise.allSettled(writes)));
    }
    expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []))).toEqual([]);
    for (const each of stores) {
      const kept = { text: 'SELECT expires_at_ms FROM "{store}"._oauth_states', values: [] };
      expect(await other.query(each, kept)).toEqual([{ expires_at_ms: 11 }]);
    }
  } finally {
    await other.close();
  }
});
