import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPostgresDatabase } from '../../../../test/engines/postgres-database.ts';
import { createTestClock, ENGINES, type TestClock } from '../../../../test/index.ts';
import type { Project } from '../../../callers/index.ts';
import type { Database, StoreName } from '../../../database/database.ts';
import { createDatabase } from '../../../database/index.ts';
import { createJobs } from '../../../jobs/index.ts';
import { createIds } from '../../../platform/ids.ts';
import { silentLogger } from '../../../platform/logger.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { createFunctionsStore } from '../definitions/functions-store.ts';
import { watchRun } from '../entrances/schedules/watch-run.ts';
import { createRetention } from './retention.ts';
import type { Run } from './run.ts';
import { RunRecorder } from './run-recorder.ts';
import { createRunsStore } from './runs-store.ts';

const cleanUp = new AsyncDisposableStack();
const databases = new Map<string, Database>();

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'service-runs-'));
  cleanUp.defer(() => rm(directory, { recursive: true, force: true }));
  const postgres = cleanUp.use(await createPostgresDatabase());
  for (const [name, url] of [
    ['sqlite', undefined],
    ['postgres', postgres.url],
  ] as const) {
    const database = await createDatabase({ url, directory, clock: createTestClock() });
    databases.set(name, database);
    cleanUp.defer(() => database.close());
  }
}, 60_000);

afterAll(() => cleanUp.disposeAsync());

let storeCount = 0;

const SCHEDULED: FunctionDefinition = {
  name: 'f',
  trigger: 'scheduled',
  access: 'public',
  schedule: '@daily',
  timezone: 'UTC',
  timeoutMs: null,
  retries: 1,
  description: null,
  enabled: true,
  origin: 'api',
  versionId: '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeeee',
  version: 1,
  revision: 1,
  nextRunAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  deployedAt: '2026-01-01T00:00:00.000Z',
};

describe.each(ENGINES)('records of runs on %s', (engine) => {
  const setUp = () => {
    const database = databases.get(engine);
    if (database === undefined) throw new Error('There is no database.');
    storeCount += 1;
    const store: StoreName = `p_${String(storeCount).padStart(32, '0')}`;
    const clock = createTestClock();
    const onError = (error: unknown): void => {
      throw error;
    };
    return { database, store, clock, onError, ids: createIds(clock) };
  };
  const newRun = (store: StoreName, clock: TestClock, id: string): Run => ({
    id,
    store,
    functionName: 'f',
    trigger: 'http',
    caller: 'anonymous',
    scheduledFor: null,
    deliveryId: null,
    jobId: null,
    attempt: 1,
    startedMs: clock.now(),
    deadlineMs: clock.now() + 1000,
    payload: '1',
    request: null,
    log: [],
    storedLines: 0,
    isErrorStored: false,
    status: 'running',
    durationMs: null,
    error: null,
  });
  const statuses = async (database: Database, store: StoreName): Promise<string[]> =>
    (
      await createRunsStore(database, 'reader').list(
        store,
        {},
        { limit: 100, offset: 0, order: [{ field: 'id', direction: 'desc' }] },
      )
    ).map(({ status }) => status);

  test('show a running run with its log so far, and its outcome once it has ended', async () => {
    const { database, store, clock, onError, ids } = setUp();
    const runsStore = createRunsStore(database, 'me');
    const recorder = new RunRecorder({ database, runsStore, lineSteps: () => [], onError });
    const run = newRun(store, clock, ids());
    recorder.start(run);
    run.log.push({ at: '2026-01-01T00:00:00.000Z', level: 'info', message: 'half-way' });
    recorder.logged(run);
    await recorder.flush(store);
    expect(await runsStore.find(store, 'f', run.id)).toMatchObject({
      status: 'running',
      log: expect.stringContaining('half-way'),
    });
    run.status = 'succeeded';
    await recorder.finish(run);
    await recorder.close();
    expect(await runsStore.find(store, 'f', run.id)).toMatchObject({ status: 'succeeded', payload: '1' });
  });

  test('store all of many runs that end together, and none that was dropped', async () => {
    const { database, store, clock, onError, ids } = setUp();
    const recorder = new RunRecorder({
      database,
      runsStore: createRunsStore(database, 'me'),
      lineSteps: () => [],
      onError,
    });
    for (let n = 0; n < 130; n += 1) {
      const run = newRun(store, clock, ids());
      recorder.start(run);
      if (n % 10 === 0) recorder.drop(run);
      else await recorder.finish(Object.assign(run, { status: 'succeeded' }));
    }
    await recorder.flush(store);
    expect(await createRunsStore(database, 'me').count(store, { status: 'succeeded' })).toBe(117);
    expect(await createRunsStore(database, 'me').count(store, {})).toBe(117);
  });

  test('keep every value exactly, except characters in errors that no database stores', async () => {
    const { database, store, clock, ids } = setUp();
    const runsStore = createRunsStore(database, 'me');
    const values = {
      caller: 'secret:"quoted" \\ ö 𝄞',
      scheduledFor: '2026-01-01T00:00:00.000Z',
      attempt: 2,
      payload: '{"a":"\\u0000 \\ud800 \\" \\n ö 𝄞"}',
      request: '{"method":"POST","body":"\\\\"}',
      log: [{ at: '2026-01-01T00:00:00.000Z', level: 'info', message: 'nul \0, half a pair \ud800, 𝄞' }] as const,
      durationMs: 12,
      error: 'Error: nul \0, half a pair \ud800, a "quote"\n\tat f',
    };
    const run: Run = { ...newRun(store, clock, ids()), ...values, log: [...values.log], status: 'failed' };
    await database.write(store, [runsStore.saveStep([run])]);
    const stored = await runsStore.find(store, 'f', run.id);
    expect(stored).toMatchObject({
      id: run.id,
      kind: 'http',
      status: 'failed',
      caller: values.caller,
      scheduled_for: values.scheduledFor,
      payload: values.payload,
      request: values.request,
      owner: 'me',
      error: 'Error: nul \ufffd, half a pair \ufffd, a "quote"\n\tat f',
    });
    expect([stored?.attempt, stored?.duration_ms, stored?.deadline_ms].map(Number)).toEqual([2, 12, run.deadlineMs]);
    expect(JSON.parse(stored?.log ?? '')).toEqual(values.log);
  });

  test('mark runs of a dead process as lost: at once if the process is known to be gone, else at their deadline', async () => {
    const { database, store, clock, ids } = setUp();
    const dead = createRunsStore(database, 'dead');
    const living = createRunsStore(database, 'living');
    await database.write(store, [dead.saveStep([newRun(store, clock, ids())])]);
    await database.write(store, [living.loseStep(clock.now(), [])]);
    expect(await statuses(database, store)).toEqual(['running']);
    clock.advance(1001);
    await database.write(store, [living.saveStep([newRun(store, clock, ids())])]);
    await database.write(store, [living.loseStep(clock.now(), [])]);
    expect(await statuses(database, store)).toEqual(['running', 'lost']);
    await database.write(store, [dead.saveStep([newRun(store, clock, ids())])]);
    await database.write(store, [living.loseStep(clock.now(), ['dead'])]);
    expect(await statuses(database, store)).toEqual(['lost', 'running', 'lost']);
  });

  test('are kept for 30 days, at most 10,000 for each function', async () => {
    const { database, store, clock, onError, ids } = setUp();
    const runsStore = createRunsStore(database, 'me');
    const save = (count: number) =>
      database.write(
        store,
        Array.from({ length: count / 50 }, () =>
          runsStore.saveStep(Array.from({ length: 50 }, () => newRun(store, clock, ids()))),
        ),
      );
    const jobs = createJobs({ database, clock, ids, logger: silentLogger, isShared: false });
    const retention = createRetention({ database, clock, runsStore, jobs, onError });
    await save(300);
    clock.advance(31 * 24 * 60 * 60 * 1000);
    await save(10_100);
    await retention.sweep(store, 'f');
    expect(await runsStore.count(store, {})).toBe(10_000);
    const since = new Date(clock.now()).toISOString();
    expect(await runsStore.count(store, { since })).toBe(10_000);
    await retention.close();
  });

  test('are deleted after 30 days even when nothing runs any more', async () => {
    const { database, store, clock, onError, ids } = setUp();
    const runsStore = createRunsStore(database, 'me');
    const jobs = createJobs({ database, clock, ids, logger: silentLogger, isShared: false });
    const retention = createRetention({ database, clock, runsStore, jobs, onError });
    await database.write(store, [runsStore.saveStep([newRun(store, clock, ids()), newRun(store, clock, ids())])]);
    await retention.ensure(store);
    await retention.ensure(store);
    for (const [days, kept] of [
      [29, 2],
      [1, 2],
      [1, 0],
      [40, 0],
    ] as const) {
      clock.advance(days * 24 * 60 * 60 * 1000);
      await jobs.runUntilIdle();
      expect(await runsStore.count(store, {})).toBe(kept);
    }
  });

  test('of a schedule lead to a retry when the process died, as often as the function allows', async () => {
    const { database, store, clock, ids } = setUp();
    const dead = createRunsStore(database, 'dead');
    const runsStore = createRunsStore(database, 'me');
    const functionsStore = createFunctionsStore(database);
    const slot = { name: 'f', slot: new Date(clock.now()).toISOString(), attempt: 1 };
    const planned: unknown[] = [];
    const nothing = runsStore.loseStep(0, []);
    const context = {
      database,
      runsStore,
      functionsStore,
      clock,
      processes: {
        id: 'me',
        gone: async (ids: readonly string[]) => ids.filter((id) => id !== 'me'),
        seen: async (ids: readonly string[]) => ids.filter((id) => id === 'me'),
      },
      planStep: async (_project: unknown, again: object, runAtMs: number) => {
        planned.push([again, runAtMs - clock.now()]);
        return nothing;
      },
      watchStep: async () => {
        planned.push('watch');
        return nothing;
      },
    };
    const project = { id: 'shop', store };
    const watch = async (run: Run, by = runsStore) => {
      await database.write(store, [by.saveStep([run])]);
      planned.length = 0;
      await watchRun(context, project as Project, slot, run.id);
      return planned;
    };
    await database.write(store, [functionsStore.saveStep(undefined, SCHEDULED)]);
    const run = () => newRun(store, clock, ids());
    expect(await watch(run(), dead)).toEqual([[{ ...slot, attempt: 2 }, 10_000]]);
    expect(await statuses(database, store)).toEqual(['lost']);
    expect(await watch(run())).toEqual(['watch']);
    expect(await watch({ ...run(), status: 'failed', durationMs: 500 })).toEqual([[{ ...slot, attempt: 2 }, 10_500]]);
    expect(await watch({ ...run(), status: 'succeeded' })).toEqual([]);
    expect(await watch({ ...run(), status: 'skipped' })).toEqual([]);
    slot.attempt = 2;
    expect(await watch(run(), dead)).toEqual([]);
  });
});
