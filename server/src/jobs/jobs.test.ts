import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { watchDatabase } from '../../test/effects.ts';
import { createPostgresDatabase } from '../../test/engines/postgres-database.ts';
import { createTestClock, ENGINES, type Engine } from '../../test/index.ts';
import type { Database, StoreName } from '../database/database.ts';
import { createDatabase } from '../database/index.ts';
import { isoTime } from '../platform/clock.ts';
import { createIds } from '../platform/ids.ts';
import { silentLogger } from '../platform/logger.ts';
import { createDueStores } from './due-stores.ts';
import { createDailyJob, createJobs, HopelessJob, type Job, PostponedJob } from './index.ts';
import { createJobsStore } from './jobs-store.ts';

const STORE: StoreName = 'p_00000000000000000000000000000001';
const OTHER: StoreName = 'p_00000000000000000000000000000002';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openDatabase(engine: Engine): Promise<Database> {
  const clock = createTestClock();
  const directory = await mkdtemp(join(tmpdir(), 'jobs-test-'));
  const postgres = engine === 'postgres' ? await createPostgresDatabase() : undefined;
  closers.push(() => rm(directory, { recursive: true, force: true }));
  if (postgres !== undefined) closers.push(async () => await postgres[Symbol.asyncDispose]());
  const database = await createDatabase({ url: postgres?.url, directory, clock, logger: silentLogger });
  closers.push(() => database.close());
  return database;
}

/** Acts as one of several processes on the database unless `isShared` is false. */
function openJobs(
  database: Database,
  { isShared = true, patienceMs }: { isShared?: boolean; patienceMs?: number } = {},
) {
  const clock = createTestClock();
  const done: Job[] = [];
  const jobs = createJobs({
    database,
    clock,
    ids: createIds(clock),
    logger: silentLogger,
    isShared,
    ...(patienceMs && { patienceMs }),
  });
  const add = async (kind: string, runAtMs?: number): Promise<void> => {
    const step = await jobs.enqueueLater(STORE, { kind, payload: { of: kind }, ...(runAtMs && { runAtMs }) });
    await database.write(STORE, [step]);
  };
  jobs.handle('note', async (job) => {
    done.push(job);
  });
  return { jobs, done, add, clock };
}

describe.each(ENGINES)('jobs on %s', (engine) => {
  test('a job runs once, with the payload of its transaction', async () => {
    const { jobs, done, add } = openJobs(await openDatabase(engine));
    await add('note');
    await jobs.runUntilIdle();
    await jobs.runUntilIdle();
    expect(done).toMatchObject([{ kind: 'note', payload: { of: 'note' }, attempt: 1, store: STORE }]);
  });

  test('a job starts after its transaction commits, without an explicit signal', async () => {
    const database = await openDatabase(engine);
    const { jobs, add } = openJobs(database, { isShared: false });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    jobs.handle('prompt', async () => begin());
    await jobs.start();
    closers.push(() => jobs.stop());
    await add('prompt');
    await begun;
  });

  test('a job of a failed transaction never runs', async () => {
    const database = await openDatabase(engine);
    const { jobs, done } = openJobs(database);
    const step = await jobs.enqueueLater(STORE, { kind: 'note', payload: null });
    await expect(database.write(STORE, [step, step])).rejects.toMatchObject({ kind: 'unique_violation' });
    await jobs.runUntilIdle();
    expect(done).toEqual([]);
  });

  test('a job waits for its time', async () => {
    const { jobs, done, add, clock } = openJobs(await openDatabase(engine));
    await add('note', clock.now() + MINUTE_MS);
    await jobs.runUntilIdle();
    expect(done).toEqual([]);
    clock.advance(MINUTE_MS);
    await jobs.runUntilIdle();
    expect(done).toHaveLength(1);
  });

  test('a failed job is retried later, and a hopeless one is not', async () => {
    const { jobs, add, clock } = openJobs(await openDatabase(engine));
    const tries: string[] = [];
    jobs.handle('flaky', async ({ attempt }) => {
      tries.push(`flaky ${attempt}`);
      if (attempt < 3) throw new Error('not yet');
    });
    jobs.handle('broken', async ({ attempt }) => {
      tries.push(`broken ${attempt}`);
      throw new HopelessJob('never');
    });
    await add('flaky');
    await add('broken');
    await jobs.runUntilIdle();
    expect(tries.toSorted()).toEqual(['broken 1', 'flaky 1']);
    for (let minute = 0; minute < 5; minute += 1) {
      clock.advance(MINUTE_MS);
      await jobs.runUntilIdle();
    }
    expect(tries.slice(2)).toEqual(['flaky 2', 'flaky 3']);
  });

  test('a process that starts later finds the jobs another left, even under a lease', async () => {
    const database = await openDatabase(engine);
    const first = openJobs(database);
    first.jobs.handle('slow', () => new Promise(() => undefined));
    await first.add('slow');
    void first.jobs.runUntilIdle();
    await first.add('note', first.clock.now() + MINUTE_MS);

    const second = openJobs(database);
    second.jobs.handle('slow', async (job) => {
      second.done.push(job);
    });
    await second.jobs.runUntilIdle();
    expect(second.done).toEqual([]);
    second.clock.advance(5 * MINUTE_MS);
    await second.jobs.runUntilIdle();
    expect(second.done.map(({ kind, attempt }) => [kind, attempt]).toSorted()).toEqual([
      ['note', 1],
      ['slow', 2],
    ]);
  });

  test('a process that is alone on its database resumes the jobs of a dead one at once', async () => {
    const database = await openDatabase(engine);
    const first = openJobs(database, { isShared: false });
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    first.jobs.handle('slow', () => {
      begin();
      return new Promise(() => undefined);
    });
    await first.add('slow');
    void first.jobs.runUntilIdle();
    await begun;

    const second = openJobs(database, { isShared: false });
    second.jobs.handle('slow', async (job) => {
      second.done.push(job);
    });
    await second.jobs.runUntilIdle();
    expect(second.done).toMatchObject([{ kind: 'slow', attempt: 2 }]);
  });

  test('a process that is alone reads no store at its start whose jobs are due later', async () => {
    const database = await openDatabase(engine);
    const first = openJobs(database, { isShared: false });
    await first.add('note', Date.now() + DAY_MS);
    const read: string[] = [];
    const query = database.query.bind(database);
    database.query = (store, statement) => {
      read.push(store);
      return query(store, statement);
    };
    const second = openJobs(database, { isShared: false });
    await second.jobs.start();
    await second.jobs.stop();
    expect(new Set(read)).toEqual(new Set(['control']));
  });

  test('a process that is alone records the next work of a store ten minutes after its last job', async () => {
    const database = await openDatabase(engine);
    const { jobs, done, clock } = openJobs(database, { isShared: false });
    clock.set(Date.now());
    const tomorrow = clock.now() + DAY_MS;
    const add = async (store: StoreName, kind: string, runAtMs: number): Promise<void> => {
      await database.write(store, [await jobs.enqueueLater(store, { kind, payload: null, runAtMs })]);
    };
    jobs.handle('daily', () => add(STORE, 'daily', tomorrow));
    const stores = createDueStores({ database, clock, ids: createIds(clock), table: 'store_work', isShared: false });
    const expectedIn = async (store: StoreName) =>
      (await stores.expected()).find((expected) => expected.store === store)?.dueMs;
    await jobs.start();
    closers.push(() => jobs.stop());
    await add(STORE, 'daily', clock.now());
    await vi.waitFor(async () => expect(await createJobsStore(database).nextRunAt(STORE)).toBe(tomorrow));
    expect(await expectedIn(STORE)).toBe(clock.now());

    const text = `UPDATE ${database.dialect.table('store_work')} SET noted_at = noted_at - 600000`;
    await database.write('control', [{ kind: 'plain', statement: { text, values: [] } }]);
    clock.advance(10 * MINUTE_MS);
    // Wakes the runner, whose timer is longer than a test.
    await add(OTHER, 'note', clock.now());
    await vi.waitFor(async () => expect(await expectedIn(STORE)).toBe(tomorrow));
    expect(done).toHaveLength(1);
  });

  test('a job whose end cannot be recorded leaves the other jobs of its round under way', async () => {
    const database = await openDatabase(engine);
    const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
    let isFull = false;
    const watched = watchDatabase(database, (name) => {
      if (!isFull || name !== 'write project') return;
      isFull = false;
      refuse();
      throw new Error('full');
    });
    const { jobs, add } = openJobs(watched, { isShared: false });
    const { promise: opened, resolve: open } = Promise.withResolvers<void>();
    const ended: string[] = [];
    jobs.handle('slow', async () => {
      await opened;
      ended.push('slow');
    });
    jobs.handle('late', async () => {
      isFull = true;
      throw new PostponedJob('not yet', MINUTE_MS);
    });
    await add('slow');
    await add('late');
    const round = jobs.runUntilIdle().then(() => ended.push('round'));
    await refused;
    await setImmediate();
    open();
    await round;
    expect(ended).toEqual(['slow', 'round']);
  });

  test('a process renews only the leases of jobs that still run', async () => {
    const database = await openDatabase(engine);
    const { add, clock } = openJobs(database);
    await add('note');
    await add('note');
    const store = createJobsStore(database);
    const claim = (owner: string, nowMs: number) => store.claim(STORE, { owner, nowMs, untilMs: nowMs + 1 }, 16);
    const nowMs = clock.now();
    const [one, two] = await claim('first', nowMs);
    await store.renew(STORE, { owner: 'first', ids: [String(one?.['id'])], untilMs: nowMs + 2 });
    expect(await claim('second', nowMs + 1)).toMatchObject([{ id: two?.['id'] }]);
  });

  test('a job that cannot be read is given up, and the other jobs of its round run', async () => {
    const database = await openDatabase(engine);
    const { jobs, done, add, clock } = openJobs(database);
    await add('note');
    const damaged = {
      id: createIds(clock)(),
      kind: 'note',
      payload: '{',
      run_at: clock.now(),
      created_at: isoTime(clock.now()),
    };
    const store = createJobsStore(database);
    await database.write(STORE, [store.insertStep(damaged)]);
    await jobs.runUntilIdle();
    expect(done).toMatchObject([{ payload: { of: 'note' } }]);
    expect(await store.nextRunAt(STORE)).toBeUndefined();
  });

  test('fifty jobs visible to two processes each run in only one of them', async () => {
    const database = await openDatabase(engine);
    const [one, two] = [openJobs(database), openJobs(database)];
    for (let count = 0; count < 50; count += 1) await one.add('note');
    await Promise.all([one.jobs.runUntilIdle(), two.jobs.runUntilIdle()]);
    const ids = [...one.done, ...two.done].map(({ id }) => id);
    expect(ids).toHaveLength(50);
    expect(new Set(ids).size).toBe(50);
  });
});

test('any number of projects whose jobs wait for something else delay no other project', async () => {
  const database = await openDatabase('sqlite');
  const { jobs } = openJobs(database, { isShared: false, patienceMs: 1 });
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  jobs.handle('waits', () => ended);
  jobs.handle('prompt', async () => begin());
  await jobs.start();
  closers.push(() => jobs.stop());
  for (const [n, kind] of [...Array<string>(8).fill('waits'), 'prompt'].entries()) {
    const store: StoreName = `p_${String(n).padStart(32, '0')}`;
    await database.write(store, [await jobs.enqueueLater(store, { kind, payload: null })]);
  }
  await begun;
  end();
});

test('the due record of a deleted project is deleted as soon as the database accepts the write', async () => {
  const database = await openDatabase('sqlite');
  await openJobs(database).add('note');
  await database.drop(STORE);
  let isFull = true;
  const watched = watchDatabase(database, () => {
    if (isFull) throw new Error('full');
  });
  const { jobs, done, clock } = openJobs(watched, { isShared: false });
  const { all } = createDueStores({ database, clock, ids: createIds(clock), table: 'store_work', isShared: false });
  await jobs.runUntilIdle();
  expect(await all()).toEqual([STORE]);
  isFull = false;
  clock.advance(MINUTE_MS);
  await jobs.runUntilIdle();
  expect([await all(), done]).toEqual([[], []]);
});

test('a daily job that could not be stored is stored at the next attempt, once', async () => {
  const database = await openDatabase('sqlite');
  const { jobs, clock } = openJobs(database);
  let isFull = true;
  const done: StoreName[] = [];
  const daily = createDailyJob({
    database: watchDatabase(database, () => {
      if (isFull) throw new Error('full');
    }),
    clock,
    jobs,
    kind: 'daily',
    run: async (store) => {
      done.push(store);
      return false;
    },
  });
  await expect(Promise.all([daily.ensure(STORE), daily.ensure(STORE)])).rejects.toThrow('full');
  isFull = false;
  await Promise.all([daily.ensure(STORE), daily.ensure(STORE)]);
  clock.advance(DAY_MS);
  await jobs.runUntilIdle();
  expect(done).toEqual([STORE]);
});
