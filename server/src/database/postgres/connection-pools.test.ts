import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { passGate } from '../../../test/engines/pass-gate.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../test/engines/postgres-database.ts';
import { closeGate } from '../../../test/engines/postgres-gate.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Database, ExportRead, ListRead, PlainStep, StoreName } from '../database.ts';
import type { Statement, Value } from '../statement.ts';
import type { PostgresLimits } from './limits.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';

let server: PostgresDatabase;

beforeAll(async () => {
  server = await createPostgresDatabase();
});

afterEach(() => void vi.useRealTimers());

afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

const statement = (text: string, values: readonly Value[] = []): Statement => ({ text, values });
const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: statement(text, values),
});
const newStore = (): StoreName => `p_${randomBytes(16).toString('hex')}`;
const open = (limits: Partial<PostgresLimits> = {}): Promise<Database> =>
  openPostgresDatabase({ url: server.url, clock: systemClock, limits });

/** A slow read; the store's name keeps the shapes of different stores apart. */
const slow = (seconds: number): ListRead => ({
  rows: statement(`SELECT '{}'::text FROM pg_sleep($1), "{store}"._meta WHERE name = 'schema_version'`, [seconds]),
  count: undefined,
  cost: 'open',
});

/** A read with the given expected cost that runs until the gate opens. */
const untilOpen = (cost: 'key' | 'open' = 'open', gate = 1): ListRead => ({
  rows: statement(`SELECT '{}'::text FROM (SELECT ${passGate(gate)}) AS gate`),
  count: undefined,
  cost,
});
const poolOf = (database: Database, wanted: string) => database.pools?.().find(({ name }) => name === wanted);
const scansOf = (database: Database) => poolOf(database, 'scans');
const trialsOf = (database: Database) => poolOf(database, 'trials');
const quick: ListRead = { rows: statement(`SELECT '{}'::text`), count: undefined, cost: 'key' };

test('cheap reads and scans of other stores do not wait for a store with as many scans as possible', async () => {
  const database = await open({ scanConnections: 3, scansPerStoreMax: 2 });
  const [busy, other] = [newStore(), newStore()];
  await Promise.all([database.list(busy, quick), database.list(other, quick)]);
  const gate = await closeGate(server.url);
  const scans = Array.from({ length: 4 }, () => database.list(busy, untilOpen()));
  await gate.untilWaiting(2);
  await database.list(busy, quick);
  await database.list(other, quick);
  await database.list(other, slow(0));
  await gate.open();
  await Promise.all(scans);
  await database.close();
});

test('a store without a running scan comes before stores at their scan limit', async () => {
  const database = await open({ scanConnections: 2, scansPerStoreMax: 2 });
  const [busy, other] = [newStore(), newStore()];
  await Promise.all([database.list(busy, quick), database.list(other, quick)]);
  const gates = [await closeGate(server.url, 1), await closeGate(server.url, 2)];
  const scans = [1, 1, 2, 2, 2, 2].map((gate) => database.list(busy, untilOpen('open', gate)));
  await gates[0]?.untilWaiting(2);
  const scanOfOther = database.list(other, slow(0));
  await gates[0]?.open();
  await scanOfOther;
  await gates[1]?.open();
  await Promise.all(scans);
  await database.close();
});

test('a read of unknown cost does not wait for scans of other stores that hold every connection for scans', async () => {
  const database = await open({ scanConnections: 2, scansPerStoreMax: 1, trialTimeoutMs: 10_000 });
  const [one, two, other] = [newStore(), newStore(), newStore()];
  await Promise.all([one, two, other].map((store) => database.list(store, quick)));
  const gate = await closeGate(server.url);
  const scans = [one, two].map((store) => database.list(store, untilOpen()));
  await gate.untilWaiting(2);
  expect(await database.list(other, slow(0))).toMatchObject({ returned: 1 });
  const tooSlow = database.list(other, untilOpen());
  await expect.poll(() => scansOf(database)).toMatchObject({ waiting: 1 });
  expect(await database.list(other, slow(0))).toMatchObject({ returned: 1 });
  await gate.open();
  for (const scan of [...scans, tooSlow]) expect(await scan).toMatchObject({ returned: 1 });
  await database.close();
});

test('a read that met a lock in its trial gets another trial once the lock is gone', async () => {
  const database = await open({ scanConnections: 1, scansPerStoreMax: 1, trialTimeoutMs: 10_000 });
  const [scanning, other] = [newStore(), newStore()];
  await database.list(scanning, quick);
  await database.write(other, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  const gate = await closeGate(server.url);
  const scan = database.list(scanning, untilOpen());
  await gate.untilWaiting(1);
  const locking = new pg.Client({ connectionString: server.url });
  await locking.connect();
  await locking.query(`BEGIN; LOCK TABLE "${other}".notes IN ACCESS EXCLUSIVE MODE`);
  const read: ListRead = { rows: statement(`SELECT id FROM "{store}".notes`), count: undefined, cost: 'open' };
  const blocked = database.list(other, read);
  await expect.poll(() => scansOf(database)).toMatchObject({ waiting: 1 });
  await locking.end();
  expect(await database.list(other, read)).toMatchObject({ returned: 0 });
  await gate.open();
  expect(await scan).toMatchObject({ returned: 1 });
  expect(await blocked).toMatchObject({ returned: 0 });
  await database.close();
});

test('a read waits for a connection for trials as long as a trial may take, and no longer', async () => {
  const TRIAL_MS = 10_000;
  const database = await open({ trialConnections: 1, trialTimeoutMs: TRIAL_MS });
  const [scanning, trying, waiting] = [newStore(), newStore(), newStore()];
  await Promise.all([scanning, trying, waiting].map((store) => database.list(store, quick)));
  const gate = await closeGate(server.url);
  const reads = [database.list(scanning, untilOpen())];
  await gate.untilWaiting(1);
  // Opens the connection for trials.
  const first = statement(`SELECT '{}'::text AS first FROM "{store}"._meta WHERE name = 'schema_version'`);
  await database.list(trying, { rows: first, count: undefined, cost: 'open' });
  expect(trialsOf(database)).toMatchObject({ open: 1, busy: 0 });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  reads.push(database.list(trying, slow(3)), database.list(waiting, slow(0)));
  await database.list(scanning, quick);
  expect(trialsOf(database)).toMatchObject({ busy: 1, waiting: 1 });
  vi.advanceTimersByTime(TRIAL_MS);
  expect(trialsOf(database)).toMatchObject({ busy: 1, waiting: 0 });
  vi.useRealTimers();
  await gate.open();
  for (const each of reads) expect(await each).toMatchObject({ returned: 1 });
  await database.close();
});

test('two reads of a store may have their trials at the same time', async () => {
  const database = await open({ trialTimeoutMs: 10_000 });
  const [scanning, other] = [newStore(), newStore()];
  await Promise.all([scanning, other].map((store) => database.list(store, quick)));
  const gate = await closeGate(server.url);
  const scan = database.list(scanning, untilOpen());
  await gate.untilWaiting(1);
  const reads = [1, 2, 3].map(() => database.list(other, slow(0.5)));
  await database.list(scanning, quick);
  expect(trialsOf(database)).toMatchObject({ busy: 2, waiting: 1 });
  for (const each of reads) expect(await each).toMatchObject({ returned: 1 });
  await gate.open();
  expect(await scan).toMatchObject({ returned: 1 });
  await database.close();
});

test('a read of some length gets no trial while only scans of its own store keep it waiting', async () => {
  const database = await open({ scanConnections: 4, scansPerStoreMax: 2 });
  const store = newStore();
  // Recorded as taking more than 12 ms.
  await database.list(store, slow(0.03));
  const gate = await closeGate(server.url);
  const scans = [database.list(store, untilOpen()), database.list(store, untilOpen())];
  await gate.untilWaiting(2);
  await expect.poll(() => scansOf(database)).toMatchObject({ busy: 2 });
  const read = database.list(store, slow(0));
  await expect.poll(() => scansOf(database)).toMatchObject({ waiting: 1 });
  expect(trialsOf(database)).toMatchObject({ busy: 0 });
  await gate.open();
  for (const each of [...scans, read]) expect(await each).toMatchObject({ returned: 1 });
  await database.close();
});

test('while a scan delays short reads, the scan of another store waits, but not until the first one ends', async () => {
  const database = await open({ scanConnections: 2, scansPerStoreMax: 1 });
  const [one, two] = [newStore(), newStore()];
  const short = (seconds: number): ListRead => ({
    rows: statement(`SELECT '{}'::text FROM pg_sleep($1)`, [seconds]),
    count: undefined,
    cost: 'key',
  });
  for (let times = 0; times < 3; times += 1) await database.list(two, short(0));
  // Recorded as slow, so that the next one gets no trial.
  await database.list(two, slow(0.15));
  const gate = await closeGate(server.url);
  const first = database.list(one, untilOpen());
  await gate.untilWaiting(1);
  for (let times = 0; times < 2; times += 1) await database.list(two, short(0.02));
  const second = database.list(two, slow(0.01));
  expect(scansOf(database)).toMatchObject({ busy: 1, waiting: 1 });
  expect(await second).toMatchObject({ returned: 1 });
  await gate.open();
  expect(await first).toMatchObject({ returned: 1 });
  await database.close();
});

test('a scan takes one process of the server, however large its table is', async () => {
  const database = await open();
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id int)')], { exclusive: true });
  await database.write(store, [plain('INSERT INTO notes SELECT generate_series(1, 300000)')]);
  await database.write(store, [plain('ANALYZE notes')]);
  const rows = await database.query(store, statement('EXPLAIN SELECT count(*) FROM notes WHERE id < 0'));
  expect(rows.length).toBeGreaterThan(1);
  expect(JSON.stringify(rows)).not.toContain('Gather');
  await database.close();
});

test('an export whose reader stops frees its slot for another store', async () => {
  const database = await open({ exportConnections: 1, exportPatienceMs: 0 });
  const [stopped, other] = [newStore(), newStore()];
  const rows = statement(`SELECT repeat('x', 1000) FROM generate_series(1, $1::int)`, [5000]);
  const read: ExportRead = { whole: rows, afterId: undefined, ids: rows, amongIds: rows, format: { kind: 'json' } };
  const pages = database.pages(stopped, read)[Symbol.asyncIterator]();
  expect((await pages.next()).done).toBe(false);
  let count = 0;
  for await (const page of database.pages(other, read)) count += page.rows;
  expect(count).toBe(5000);
  await expect(pages.next()).rejects.toMatchObject({ kind: 'timeout' });
  await database.close();
});

test('a read that turns out to be expensive is moved to the scans and does not block others for long', async () => {
  const database = await open({ readConnections: 1, readTimeoutMs: 100 });
  const store = newStore();
  await database.list(store, quick);
  const gate = await closeGate(server.url);
  const slowOne = database.list(store, untilOpen('key'));
  await gate.untilWaiting(1);
  await database.list(store, quick);
  await gate.open();
  expect(await slowOne).toMatchObject({ returned: 1 });
  await database.close();
});

test('a scan that takes too long is a timeout; the connection serves the next', async () => {
  const database = await open({ scanTimeoutMs: 200, scanConnections: 1 });
  const store = newStore();
  await expect(database.list(store, slow(5))).rejects.toMatchObject({ kind: 'timeout' });
  expect(await database.list(store, slow(0))).toMatchObject({ returned: 1 });
  await database.close();
});

test('requests beyond the queue limit are overload, and requests that wait too long time out', async () => {
  const database = await open({ scanConnections: 1, scansPerStoreMax: 1, queuedPerStoreMax: 2, scanTimeoutMs: 2000 });
  const store = newStore();
  await database.list(store, quick);
  // Recorded as slow, so that the next ones get no trial.
  await database.list(store, slow(0.15));
  const reads = await Promise.allSettled(
    [1.3, 1.3, 1.3, 1.3, 1.3].map((seconds) => database.list(store, slow(seconds))),
  );
  const kinds = reads.map((read) => (read.status === 'fulfilled' ? 'done' : read.reason.kind));
  expect(kinds[0]).toBe('done');
  expect(kinds.slice(3)).toEqual(['overloaded', 'overloaded']);
  expect(kinds.slice(1, 3)).toContain('timeout');
  await database.close();
});

test('a write that waits too long for an exclusive one of its store was not sent, so it is overload', async () => {
  const database = await open({ writeTimeoutMs: 200 });
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  const change = database.write(store, [plain('SELECT pg_sleep(1)')], { exclusive: true });
  const write = database.write(store, [plain(`INSERT INTO notes VALUES ('a')`)]);
  await expect(write).rejects.toMatchObject({ kind: 'overloaded', error: { hasWaited: true } });
  await change;
  await database.close();
});

test('a write that waits too long for a connection was not sent, so it is overload', async () => {
  const database = await open({ writeConnections: 1, writeTimeoutMs: 500 });
  const stores = [newStore(), newStore(), newStore()];
  await Promise.all(stores.map((store) => database.list(store, quick)));
  const gate = await closeGate(server.url);
  const writes = await Promise.allSettled(
    stores.map((store) => database.write(store, [plain(`SELECT ${passGate()}`)])),
  );
  const kinds = writes.map((write) => (write.status === 'fulfilled' ? 'done' : write.reason.kind));
  expect(kinds).toEqual(['overloaded', 'overloaded', 'overloaded']);
  expect(writes[2]).toMatchObject({ reason: { error: { hasWaited: true } } });
  await gate.open();
  await database.close();
});

test('a write whose own work is short and takes too long is overload, and one of much work is too slow', async () => {
  const database = await open({ writeTimeoutMs: 200 });
  const store = newStore();
  await database.list(store, quick);
  const sleep = plain('SELECT pg_sleep(2)');
  const short = database.write(store, [sleep]);
  await expect(short).rejects.toMatchObject({ kind: 'overloaded', error: { hasWaited: true } });
  await expect(database.write(store, [sleep, plain('SELECT 1')])).rejects.toMatchObject({ kind: 'timeout' });
  await database.close();
});

test('a write that waits too long for a lock is overload, not a slow query', async () => {
  const database = await open();
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`LOCK TABLE "${store}".notes`);
  const waited = { kind: 'overloaded', error: { hasWaited: true } };
  const lock = [plain(`SET LOCAL lock_timeout TO 50`), plain('LOCK TABLE notes')];
  await expect(database.write(store, lock)).rejects.toMatchObject(waited);
  await client.query('ROLLBACK');
  await client.end();
  await database.write(store, lock);
  await database.close();
});

test('work that waits too long for a connection that opens stores was not sent, so it is overload', async () => {
  const first = await open();
  const stores = [newStore(), newStore(), newStore()];
  await Promise.all(stores.map((store) => first.list(store, quick)));
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query('BEGIN');
  for (const store of stores) await client.query(`LOCK TABLE "${store}"._meta`);
  const second = await open({ openingConnections: 1, exclusiveTimeoutMs: 500 });
  const reads = await Promise.allSettled(stores.map((store) => second.list(store, quick)));
  const kinds = reads.map((read) => (read.status === 'fulfilled' ? 'done' : read.reason.kind));
  // The second one gets the connection if the first one loses it in time.
  expect(kinds).toEqual(['timeout', expect.stringMatching(/^(timeout|overloaded)$/), 'overloaded']);
  await client.end();
  await Promise.all([first.close(), second.close()]);
});

test('reads of other stores continue while a table of one is locked', async () => {
  const database = await open({ readConnections: 1 });
  const [locked, other] = [newStore(), newStore()];
  await database.write(locked, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  await database.list(other, quick);
  const gate = await closeGate(server.url);
  const change = database.write(
    locked,
    [plain('LOCK TABLE notes IN ACCESS EXCLUSIVE MODE'), plain(`SELECT ${passGate()}`)],
    { exclusive: true },
  );
  await gate.untilWaiting(1);
  const read = database.query(locked, statement('SELECT id FROM "{store}".notes'));
  await database.list(other, quick);
  await gate.open();
  expect(await read).toEqual([]);
  await change;
  await database.close();
});

test('an exclusive write runs alone in its store; other writes to the store wait and then run', async () => {
  const database = await open();
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id text)')], { exclusive: true });
  const order: string[] = [];
  const insert = plain(`INSERT INTO notes VALUES ('a')`);
  await Promise.all([
    database.write(store, [insert, plain('SELECT pg_sleep(0.1)')]).then(() => order.push('before')),
    database.write(store, [plain('SELECT pg_sleep(0.2)')], { exclusive: true }).then(() => order.push('alone')),
    database.write(store, [insert]).then(() => order.push('after')),
  ]);
  expect(order).toEqual(['before', 'alone', 'after']);
  await database.close();
});

test('an export reads all rows of one moment in order and in bounded pages, and can end early without a trace', async () => {
  const database = await open({ exportConnections: 1 });
  const store = newStore();
  await database.write(store, [plain('CREATE TABLE notes (id bigint PRIMARY KEY, body text)')], { exclusive: true });
  await database.write(store, [
    plain(
      `INSERT INTO notes SELECT n, repeat('x', CASE WHEN n % 1000 = 0 THEN 100000 ELSE 100 END) FROM generate_series(1, 20000) n`,
    ),
  ]);
  const rows = statement(
    `SELECT json_build_object('id', id, 'body', body)::text FROM "{store}".notes WHERE id > $1 ORDER BY id`,
    [0],
  );
  const read: ExportRead = { whole: rows, afterId: undefined, ids: rows, amongIds: rows, format: { kind: 'json' } };
  const ids: number[] = [];
  let longest = 0;
  for await (const page of database.pages(store, read)) {
    if (ids.length === 0) await database.write(store, [plain('DELETE FROM notes WHERE id > 10000')]);
    const parsed: { id: number }[] = JSON.parse(`[${page.text}]`);
    expect(parsed).toHaveLength(page.rows);
    ids.push(...parsed.map((row) => row.id));
    longest = Math.max(longest, page.text.length);
  }
  expect(ids).toEqual(Array.from({ length: 20_000 }, (_, index) => index + 1));
  expect(longest).toBeLessThan(1_000_000);

  for (let times = 0; times < 3; times += 1) {
    for await (const page of database.pages(store, read)) {
      expect(page.rows).toBeGreaterThan(0);
      break;
    }
  }
  await database.close();
});
