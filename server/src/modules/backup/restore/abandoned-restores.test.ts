import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createTestClock,
  ENGINES,
  startTestServer,
  type TestClock,
  type TestProject,
  type TestServer,
} from '../../../../test/index.ts';
import { startServerWithWrite } from '../../../../test/lossy-server.ts';
import { storeOf } from '../../../../test/store-of.ts';
import { isNotApplied, type Step, type StoreName } from '../../../database/index.ts';
import { createDueStores } from '../../../jobs/index.ts';
import { createJobsStore } from '../../../jobs/jobs-store.ts';
import { isoTime } from '../../../platform/clock.ts';
import { ALONE_STEP, createRestoresStore } from '../restores-store.ts';

const RESTORE = 'abandoned';
const TARGET: StoreName = `p_${'a'.repeat(32)}`;
const LEASE_MS = 60_000;

interface LeftRestore {
  readonly server: TestServer;
  readonly nowMs: number;
  readonly project: TestProject;
  /** The project whose moment is restored into `project`, which was created for it. */
  readonly source?: TestProject;
}

/** Records a restore as a process leaves it that was killed just after it had renewed its lease. */
async function leaveRestore({ server: { database }, nowMs, project, source }: LeftRestore): Promise<void> {
  const store = await storeOf(database, project.id);
  const steps = createRestoresStore(database).insertSteps({
    record: {
      id: RESTORE,
      state: 'loading',
      dry_run: false,
      archive: null,
      counts: null,
      left_out: [],
      error: null,
      ...(source !== undefined && { source: await storeOf(database, source.id), created: store }),
    },
    store,
    target: TARGET,
    createdAt: isoTime(nowMs),
    nowMs,
    leaseUntilMs: nowMs + LEASE_MS,
  });
  await database.write('control', steps);
}

test.each(ENGINES)(
  'a restore whose process was killed is ended while the service runs, with the jobs of its store, on %s',
  async (engine) => {
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock });
    const { database } = server;
    const project = await server.createProject();
    await leaveRestore({ server, nowMs: clock.now(), project });
    const isShared = engine === 'postgres';
    const dueStores = createDueStores({ database, clock, ids: () => 'note', table: 'store_work', isShared });
    await dueStores.note(TARGET, clock.now());
    const job = {
      id: randomUUID(),
      kind: 'webhooks.end_listening',
      payload: JSON.stringify({ project_id: project.id, webhook_id: 'none' }),
      run_at: clock.now(),
      created_at: isoTime(clock.now()),
    };
    await database.write(TARGET, [createJobsStore(database).insertStep(job)]);
    const stateOf = async () => (await project.cloudApi<{ data: { state: string } }>(`/restores/${RESTORE}`)).body.data;

    await server.runJobsUntilIdle();
    expect(await stateOf()).toMatchObject({ state: 'loading' });
    expect(await dueStores.all()).toContain(TARGET);

    clock.advance(LEASE_MS);
    await server.runJobsUntilIdle();
    expect(await dueStores.all()).not.toContain(TARGET);
    expect(await database.stores()).not.toContain(TARGET);
    expect(await stateOf()).toMatchObject({ state: 'failed', error: { code: 'unavailable' } });
    clock.advance(LEASE_MS);
    await server.runJobsUntilIdle();
    expect(await dueStores.all()).not.toContain(TARGET);
    expect(await database.stores()).not.toContain(TARGET);
  },
);

/** A service that stops once before a transaction with such a statement, for the work that `before` was given. */
async function startWithPause(clock: TestClock, statement: string) {
  let pending: (() => Promise<unknown>) | undefined;
  const isAwaited = (step: Step): boolean => step.kind === 'plain' && step.statement.text.startsWith(statement);
  const running = await startServerWithWrite(
    (write) => async (store, steps, options) => {
      const work = steps.some(isAwaited) ? pending : undefined;
      if (work !== undefined) pending = undefined;
      await work?.();
      return await write(store, steps, options);
    },
    { clock },
  );
  const before = (work: () => Promise<unknown>): void => {
    pending = work;
  };
  return { server: running.server, before, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
}

test('a restore that goes on after its lease was over cannot switch to its store while a sweep deletes that', async () => {
  const clock = createTestClock();
  await using running = await startWithPause(clock, 'delete from "store_work"');
  const { server } = running;
  const { database } = server;
  const project = await server.createProject();
  await leaveRestore({ server, nowMs: clock.now(), project });
  clock.advance(LEASE_MS);
  const restores = createRestoresStore(database);
  const [left] = await restores.left(clock.now());
  if (left === undefined) throw new Error('there is no restore');
  const outcomes: unknown[] = [];
  running.before(async () => {
    const done = restores.updateStep({ ...left.record, state: 'done' }, 0);
    await database.write('control', [done]).then(
      () => outcomes.push('switched'),
      (error: unknown) => outcomes.push(isNotApplied(error, ALONE_STEP)),
    );
  });
  await server.runJobsUntilIdle();
  expect(outcomes).toEqual([true]);
  expect(await restores.left(Number.MAX_SAFE_INTEGER)).toEqual([]);
});

test('a project that its owner changes while its failed restore is about to remove it stays, changed', async () => {
  const clock = createTestClock();
  await using running = await startWithPause(clock, 'delete from "projects"');
  const { server } = running;
  const source = await server.createProject();
  const beside = await server.createProject();
  await leaveRestore({ server, nowMs: clock.now(), project: beside, source });
  clock.advance(LEASE_MS);
  const statuses: number[] = [];
  running.before(async () => {
    statuses.push((await beside.cloudApi('', { method: 'PATCH', json: { name: 'Kept' } })).status);
  });
  await server.runJobsUntilIdle();
  expect(statuses).toEqual([200]);
  expect(await beside.cloudApi('')).toMatchObject({ status: 200, body: { data: { name: 'Kept' } } });
  for (const project of [source, beside]) {
    const found = await project.cloudApi(`/restores/${RESTORE}`);
    expect(found.body).toMatchObject({ data: { state: 'failed', error: { code: 'unavailable' } } });
  }
});
