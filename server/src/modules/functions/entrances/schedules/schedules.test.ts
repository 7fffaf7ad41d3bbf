import { describe, expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import {
  createTestClock,
  ENGINES,
  startReceiver,
  startTestServer,
  type TestProject,
} from '../../../../../test/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LOGS = 'export default (ctx) => { console.log(JSON.stringify(ctx.payload)); };';
const EVERY_MINUTE = { trigger: 'scheduled', schedule: '* * * * *' };

async function nextRunOf(project: TestProject, name: string): Promise<string | null> {
  const answer = await project.cloudApi<{ data: { next_run_at: string | null } }>(`/functions/${name}`);
  return answer.body.data.next_run_at;
}

describe.each(ENGINES)('scheduled functions on %s', (engine) => {
  const setUp = async () => {
    const clock = createTestClock();
    const server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    /** Advances the clock in steps, and runs what is due after each. */
    const pass = async (ms: number, steps = 1): Promise<void> => {
      for (let step = 0; step < steps; step += 1) {
        clock.advance(ms);
        await server.runJobsUntilIdle();
      }
    };
    const passToNextRun = async (name: string): Promise<void> =>
      pass(Date.parse((await nextRunOf(project, name)) ?? '') - clock.now());
    return { project, pass, passToNextRun, now: () => clock.now(), [Symbol.asyncDispose]: () => server.close() };
  };

  test('run once for each slot with the slot as their event, and show their next run', async () => {
    await using it = await setUp();
    await deploy(it.project, 'tick', LOGS, EVERY_MINUTE);
    const slots = [await nextRunOf(it.project, 'tick')];
    await it.pass(MINUTE_MS);
    slots.push(await nextRunOf(it.project, 'tick'));
    await it.pass(MINUTE_MS);
    await it.pass(1000, 5);
    const runs = (await runsOf(it.project, 'tick')).toReversed();
    expect(runs.map(({ scheduled_for }) => scheduled_for)).toEqual(slots);
    for (const run of runs) {
      const event = { scheduled_for: run.scheduled_for, trigger: 'schedule' };
      expect(run).toMatchObject({ trigger: 'schedule', status: 'succeeded', caller: 'schedule', payload: event });
      expect(run.log).toMatchObject([{ message: JSON.stringify(event) }]);
    }
    expect(Date.parse(slots[1] ?? '') - Date.parse(slots[0] ?? '')).toBe(MINUTE_MS);
  });

  test('do not run while disabled or deleted, and follow a changed schedule at once', async () => {
    await using it = await setUp();
    await deploy(it.project, 'tick', LOGS, EVERY_MINUTE);
    const put = (json: object) => it.project.cloudApi('/functions/tick', { method: 'PUT', json });
    await put({ enabled: false });
    await it.pass(MINUTE_MS, 2);
    expect(await runsOf(it.project, 'tick')).toEqual([]);
    await put({ enabled: true, schedule: '@hourly' });
    await it.pass(MINUTE_MS, 2);
    expect(await runsOf(it.project, 'tick')).toEqual([]);
    await it.pass(HOUR_MS);
    expect(await runsOf(it.project, 'tick')).toHaveLength(1);
    await put({ source: LOGS, description: 'The same schedule' });
    await it.pass(HOUR_MS);
    expect(await runsOf(it.project, 'tick')).toHaveLength(2);
    await it.project.cloudApi('/functions/tick', { method: 'DELETE' });
    await it.pass(HOUR_MS);
    await deploy(it.project, 'tick', LOGS, { trigger: 'scheduled', schedule: '@yearly' });
    expect(await runsOf(it.project, 'tick')).toHaveLength(2);
  });

  test('make up once for slots missed within the last hour, and skip older ones', async () => {
    await using it = await setUp();
    await deploy(it.project, 'tick', LOGS, EVERY_MINUTE);
    await it.pass(30 * MINUTE_MS);
    expect(await runsOf(it.project, 'tick')).toHaveLength(1);
    await it.pass(3 * HOUR_MS);
    const [madeUp, ...others] = await runsOf(it.project, 'tick');
    expect(others).toHaveLength(1);
    expect(Date.parse(madeUp?.scheduled_for ?? '')).toBeGreaterThan(it.now() - HOUR_MS);
    await it.pass(MINUTE_MS);
    expect(await runsOf(it.project, 'tick')).toHaveLength(3);
    await deploy(it.project, 'daily', LOGS, { trigger: 'scheduled', schedule: '@daily' });
    await it.pass(Date.parse((await nextRunOf(it.project, 'daily')) ?? '') - it.now() + HOUR_MS + MINUTE_MS);
    expect(await runsOf(it.project, 'daily')).toEqual([]);
    await it.passToNextRun('daily');
    expect(await runsOf(it.project, 'daily')).toHaveLength(1);
  });

  test('are retried after 10 s, 60 s and 300 s, as often as they are configured', async () => {
    await using it = await setUp();
    const options = { trigger: 'scheduled', schedule: '@daily', retries: 3 };
    await deploy(it.project, 'fails', `export default () => { throw new Error('no'); };`, options);
    await it.passToNextRun('fails');
    const counts = [(await runsOf(it.project, 'fails')).length];
    for (const seconds of [9, 1, 59, 1, 299, 1, 3600]) {
      await it.pass(seconds * 1000);
      counts.push((await runsOf(it.project, 'fails')).length);
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
    const runs = await runsOf(it.project, 'fails');
    expect(new Set(runs.map(({ scheduled_for }) => scheduled_for)).size).toBe(1);
    await deploy(it.project, 'once', `export default () => { throw new Error('no'); };`, { ...options, retries: 0 });
    await it.passToNextRun('once');
    await it.pass(HOUR_MS);
    expect(await runsOf(it.project, 'once')).toHaveLength(1);
  });

  test('do not overlap: a slot during a run is recorded as skipped', async () => {
    await using it = await setUp();
    await it.project.createTable({ name: 'gate', columns: [{ name: 'n', type: 'integer' }] });
    await deploy(
      it.project,
      'long',
      `export default async (ctx) => {
        while ((await ctx.data.table('gate').count()) === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      };`,
      EVERY_MINUTE,
    );
    const statuses = async () => (await runsOf(it.project, 'long')).map(({ status }) => status);
    const first = it.pass(MINUTE_MS);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(['running']);
    const second = it.pass(MINUTE_MS);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(['skipped', 'running']);
    await it.project.secretApi('/data/gate', { json: { n: 1 } });
    await Promise.all([first, second]);
    await it.pass(MINUTE_MS);
    expect(await statuses()).toEqual(['succeeded', 'skipped', 'succeeded']);
  });

  test('repeat a failed run after the run that is under way when the repeat is due', async () => {
    await using it = await setUp();
    await it.project.createTable({ name: 'gate', columns: [{ name: 'n', type: 'integer' }] });
    const options = { ...EVERY_MINUTE, retries: 2 };
    await deploy(it.project, 'tick', 'export default () => 1;', options);
    const firstSlot = await nextRunOf(it.project, 'tick');
    const source = `export default async (ctx) => {
      const isOpen = async () => (await ctx.data.table('gate').count()) > 0;
      if (ctx.payload.scheduled_for === '${firstSlot}' && !(await isOpen())) throw new Error('no');
      while (!(await isOpen())) await new Promise((resolve) => setTimeout(resolve, 20));
    };`;
    await deploy(it.project, 'tick', source, options);
    const statuses = async () => (await runsOf(it.project, 'tick')).map(({ status }) => status);
    await it.passToNextRun('tick');
    await it.pass(10_000);
    expect(await statuses()).toEqual(['failed', 'failed']);
    const second = it.pass(50_000);
    await expect.poll(statuses, { timeout: 10_000 }).toEqual(['running', 'failed', 'failed']);
    const repeat = it.pass(10_000);
    await it.project.secretApi('/data/gate', { json: { n: 1 } });
    await Promise.all([second, repeat]);
    await it.pass(5000);
    const [last, ...others] = await runsOf(it.project, 'tick');
    expect(last).toMatchObject({ scheduled_for: firstSlot, status: 'succeeded' });
    expect(others.map(({ status }) => status)).toEqual(['succeeded', 'failed', 'failed']);
  });

  test('finish their runs when the service stops', async () => {
    await using receiver = await startReceiver({ script: { hang: 'before_headers' } });
    const clock = createTestClock();
    await using server = await startTestServer({ engine, clock, config: { outboundAllow: [receiver.host] } });
    const source = `export default async () => {
      await fetch('${receiver.url}?begun');
      await fetch('${receiver.url}?ended');
    };`;
    await deploy(await server.createProject(), 'long', source, EVERY_MINUTE);
    clock.advance(MINUTE_MS);
    const running = server.runJobsUntilIdle();
    await receiver.received(1);
    const closed = server.close();
    await expect.poll(() => fetch(server.url).catch(() => 'refused'), { timeout: 10_000 }).toBe('refused');
    receiver.script = {};
    receiver.release();
    await Promise.all([closed, running]);
    expect(receiver.requests.map(({ path }) => path.split('?')[1])).toEqual(['begun', 'ended']);
  });
});
