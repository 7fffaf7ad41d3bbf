import { describe, expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../test/functions.ts';
import { createTestClock, ENGINES, signUp, startTestServer, type TestProject } from '../../../../test/index.ts';
import { backUp, restore } from '../../../../test/whole-project.ts';

interface Job {
  readonly id: string;
  readonly state: string;
  readonly key: string | null;
}

const TELLS =
  'export default (ctx) => { console.log(JSON.stringify([ctx.payload, ctx.job.id, ctx.user?.id ?? null])); };';
const ORDERS = 'export default (ctx) => ctx.functions.later("tell", { n: 2 }, { after_s: 60 });';

describe.each(ENGINES)('jobs in archives on %s', (engine) => {
  const open = async () => {
    const stack = new AsyncDisposableStack();
    const clock = createTestClock();
    const server = stack.use(await startTestServer({ engine, clock }));
    const source = await server.createProject();
    await deploy(source, 'tell', TELLS);
    await deploy(source, 'order', ORDERS);
    const order = (json: object) => source.secretApi<{ data: Job }>('/functions/tell/later', { json });
    const done = (await order({ payload: { n: 0 } })).body.data;
    await server.runJobsUntilIdle();
    const first = (await order({ payload: { n: 1, text: 'é"\\' }, after_s: 60, key: 'k' })).body.data;
    const ann = await signUp(source.api);
    await ann.api('/functions/order/invoke', { method: 'POST' });
    const archive = await backUp(server, source);
    const target = await server.createProject();
    return {
      server,
      clock,
      source,
      target,
      archive,
      done,
      first,
      ann,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };
  const jobsOf = async (project: TestProject, query = '') =>
    (await project.cloudApi<{ data: Job[]; count: number; paused: number }>(`/jobs${query}`)).body;

  test('waiting jobs are restored and run when due, as the same user and with the same key', async () => {
    await using it = await open();
    expect((await restore(it.server, it.target, it.archive)).status).toBe(200);
    const carried = await jobsOf(it.target);
    expect(carried).toMatchObject({ count: 2, paused: 0 });
    expect(carried.data.map(({ id }) => id)).not.toContain(it.done.id);
    const again = await it.target.secretApi<{ data: Job }>('/functions/tell/later', { json: { key: 'k' } });
    expect([again.status, again.body.data.id]).toEqual([200, it.first.id]);
    await it.server.runJobsUntilIdle();
    expect(await runsOf(it.target, 'tell')).toEqual([]);
    it.clock.advance(60_000);
    await it.server.runJobsUntilIdle();
    it.clock.advance(1000);
    await it.server.runJobsUntilIdle();
    const loggedValues = (await runsOf(it.target, 'tell')).map(
      ({ log }) => JSON.parse(log[0]?.message ?? '') as unknown[],
    );
    expect(loggedValues.toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
      [{ n: 1, text: 'é"\\' }, it.first.id, null],
      [{ n: 2 }, expect.any(String), it.ann.user.id],
    ]);
    // The source project runs its own jobs, once each.
    expect(await runsOf(it.source, 'tell')).toHaveLength(3);
  });

  test('a paused project keeps overdue jobs until it is resumed, and a single one can be started by hand', async () => {
    await using it = await open();
    expect((await restore(it.server, it.target, it.archive, { query: '?paused=true' })).status).toBe(200);
    it.clock.advance(3_600_000);
    await it.server.runJobsUntilIdle();
    expect(await runsOf(it.target, 'tell')).toEqual([]);
    expect(await jobsOf(it.target, '?state=waiting')).toMatchObject({ count: 2, paused: 2 });
    // New jobs run as usual.
    await it.target.secretApi('/functions/tell/later', { json: { payload: 'new' } });
    await it.server.runJobsUntilIdle();
    expect(await runsOf(it.target, 'tell')).toHaveLength(1);

    const started = await it.target.cloudApi(`/jobs/${it.first.id}/run`, { method: 'POST' });
    expect(started.status, started.text).toBe(200);
    await it.server.runJobsUntilIdle();
    expect(await runsOf(it.target, 'tell')).toHaveLength(2);
    const resumed = await it.target.cloudApi('/jobs/resume', { method: 'POST' });
    expect(resumed.body).toEqual({ count: 1 });
    await it.server.runJobsUntilIdle();
    it.clock.advance(1000);
    await it.server.runJobsUntilIdle();
    expect(await runsOf(it.target, 'tell')).toHaveLength(3);
    expect(await jobsOf(it.target)).toMatchObject({ paused: 0 });
  });

  test('a dry run restores no jobs, and a restore over the project replaces its jobs', async () => {
    await using it = await open();
    expect((await restore(it.server, it.target, it.archive, { query: '?dry_run=true' })).status).toBe(200);
    expect(await jobsOf(it.target)).toMatchObject({ count: 0 });
    await it.source.cloudApi(`/jobs/${it.first.id}`, { method: 'DELETE' });
    const query = `?replace=${it.source.id}`;
    expect((await restore(it.server, it.source, it.archive, { query })).status).toBe(200);
    expect(await jobsOf(it.source)).toMatchObject({ count: 2 });
    expect((await jobsOf(it.source, '?state=waiting')).count).toBe(2);
  });
});
