import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import {
  createTestClock,
  ENGINES,
  signUp,
  startTestServer,
  type TestClock,
  type TestServer,
} from '../../../../../test/index.ts';

const SECOND_MS = 1000;
const DAY_MS = 24 * 60 * 60 * SECOND_MS;
const TELLS =
  'export default (ctx) => { console.log(JSON.stringify([ctx.payload, ctx.job, ctx.user?.email ?? null])); };';
const THROWS = 'export default () => { throw new Error("not yet"); };';

interface Job {
  readonly id: string;
  readonly function: string;
  readonly state: string;
  readonly due_at: string;
  readonly attempt: number;
  readonly retries: number;
  readonly key: string | null;
  readonly created_at: string;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly error: string | null;
  readonly run_id: string | null;
}

async function openScene(server: TestServer, clock: TestClock) {
  const project = await server.createProject();
  const order = (name: string, json: object = {}) =>
    project.secretApi<{ data: Job; code?: string; details?: object }>(`/functions/${name}/later`, { json });
  const jobOf = async (id: string): Promise<Job> => (await project.cloudApi<{ data: Job }>(`/jobs/${id}`)).body.data;
  const jobs = async (query = '') => (await project.cloudApi<{ data: Job[]; count: number }>(`/jobs${query}`)).body;
  const run = () => server.runJobsUntilIdle();
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await run();
  };
  return { project, clock, order, jobOf, jobs, pass, run };
}

describe.each(ENGINES)('runs ordered for later on %s', (engine) => {
  const clock = createTestClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock });
  });
  afterAll(() => server.close());
  const setUp = () => openScene(server, clock);

  describe('202', () => {
    test('a job runs once when it is due, with its payload, and its run is recorded', async () => {
      const it = await setUp();
      await deploy(it.project, 'tell', TELLS);
      const ordered = await it.order('tell', { payload: { n: 1 }, after_s: 60 });
      expect(ordered.status).toBe(202);
      const { data: job } = ordered.body;
      expect(ordered.body).toEqual({
        data: {
          id: expect.any(String),
          function: 'tell',
          state: 'waiting',
          due_at: new Date(it.clock.now() + 60_000).toISOString(),
          attempt: 0,
          retries: 3,
          key: null,
          created_at: new Date(it.clock.now()).toISOString(),
          started_at: null,
          ended_at: null,
          error: null,
          run_id: null,
        },
        count: 1,
      });
      await it.pass(59 * SECOND_MS);
      expect(await runsOf(it.project, 'tell')).toEqual([]);
      await it.pass(SECOND_MS);
      await it.pass(SECOND_MS);
      const [run, ...others] = await runsOf(it.project, 'tell');
      expect(others).toEqual([]);
      expect(run).toMatchObject({ trigger: 'later', status: 'succeeded', payload: { n: 1 }, job_id: job.id });
      expect(JSON.parse(run?.log[0]?.message ?? '')).toEqual([
        { n: 1 },
        { id: job.id, attempt: 1, due_at: job.due_at },
        null,
      ]);
      expect(await it.jobOf(job.id)).toMatchObject({ state: 'succeeded', attempt: 1, run_id: run?.id, error: null });
    });

    test('a job whose time is past, or that has none, runs at once', async () => {
      const it = await setUp();
      await deploy(it.project, 'tell', TELLS);
      const past = await it.order('tell', { at: '2001-01-01T00:00:00+01:00' });
      expect(past.body.data.due_at).toBe(new Date(it.clock.now()).toISOString());
      await it.order('tell');
      await it.run();
      expect((await it.jobs('?state=succeeded')).count).toBe(2);
    });

    test('a key allows one job until it fails, is cancelled, or succeeded a day ago', async () => {
      const it = await setUp();
      await deploy(it.project, 'tell', TELLS);
      await deploy(it.project, 'fail', 'export default (ctx) => { throw ctx.error("no", { status: 400 }); };');
      const first = await it.order('tell', { key: 'k', after_s: 10 });
      const again = await it.order('tell', { key: 'k', payload: 2 });
      expect([first.status, again.status]).toEqual([202, 200]);
      expect(again.body.data).toEqual(first.body.data);
      expect((await it.order('fail', { key: 'k' })).status).toBe(202);
      await it.pass(10 * SECOND_MS);
      expect((await it.order('tell', { key: 'k' })).body.data).toMatchObject({
        id: first.body.data.id,
        state: 'succeeded',
      });
      expect((await it.order('fail', { key: 'k', after_s: 9 })).status).toBe(202);
      await it.pass(DAY_MS + 1);
      const next = await it.order('tell', { key: 'k', after_s: 5 });
      expect(next.status).toBe(202);
      await it.project.cloudApi(`/jobs/${next.body.data.id}`, { method: 'DELETE' });
      expect((await it.order('tell', { key: 'k' })).status).toBe(202);
    });

    test('twenty concurrent requests with one key create one job', async () => {
      const it = await setUp();
      await deploy(it.project, 'tell', TELLS);
      const answers = await Promise.all(Array.from({ length: 20 }, () => it.order('tell', { key: 'k', after_s: 60 })));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array<number>(19).fill(200), 202]);
      expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    });
  });

  describe('400', () => {
    test('conflicting, distant or malformed times and options out of range get 400 with their field', async () => {
      const it = await setUp();
      await deploy(it.project, 'tell', TELLS);
      const far = new Date(it.clock.now() + 367 * DAY_MS).toISOString();
      const cases: readonly (readonly [object, string])[] = [
        [{ after_s: 1, at: new Date(it.clock.now()).toISOString() }, 'at'],
        [{ at: far }, 'at'],
        [{ at: 'tomorrow' }, 'at'],
        [{ after_s: -1 }, 'after_s'],
        [{ after_s: 367 * 86_400 }, 'after_s'],
        [{ retries: 11 }, 'retries'],
        [{ retries: 1.5 }, 'retries'],
        [{ key: '' }, 'key'],
        [{ key: 'k'.repeat(201) }, 'key'],
        [{ when: 5 }, 'when'],
      ];
      for (const [json, field] of cases) {
        const { status, body } = await it.order('tell', json);
        expect([status, body.code, body.details], JSON.stringify(json)).toEqual([
          400,
          'validation_failed',
          { fields: { [field]: expect.any(String) } },
        ]);
      }
      expect((await it.jobs()).count).toBe(0);
    });
  });

  test('permissions, unknown functions, payload size and the limit of jobs get 403, 404, 405, 413 and 429', async () => {
    const it = await setUp();
    await deploy(it.project, 'tell', TELLS, { access: 'private' });
    await deploy(it.project, 'off', TELLS, { enabled: false });
    await deploy(it.project, 'hook', TELLS, { trigger: 'webhook' });
    const ask = async (name: string, json: object = {}) => {
      const { status, body } = await it.order(name, json);
      return [status, body.code];
    };
    const visitor = await it.project.api<{ code: string }>('/functions/tell/later', { method: 'POST', json: {} });
    expect([visitor.status, visitor.body.code]).toEqual([403, 'forbidden']);
    expect(await ask('missing')).toEqual([404, 'function_not_found']);
    expect(await ask('off')).toEqual([404, 'function_not_found']);
    expect(await ask('hook')).toEqual([405, 'not_invocable']);
    expect(await ask('tell', { payload: 'x'.repeat(256 * 1024) })).toEqual([413, 'payload_too_large']);
    await it.project.cloudApi('/settings', { method: 'PATCH', json: { limits: { jobs: 2 } } });
    expect(await ask('tell', { after_s: 60 })).toEqual([202, undefined]);
    expect(await ask('tell', { after_s: 60 })).toEqual([202, undefined]);
    const full = await it.order('tell', { after_s: 60 });
    expect([full.status, full.body.code, full.headers.get('retry-after')]).toEqual([
      429,
      'rate_limited',
      expect.any(String),
    ]);
    const [job] = (await it.jobs()).data;
    await it.project.cloudApi(`/jobs/${job?.id}`, { method: 'DELETE' });
    expect(await ask('tell', { after_s: 60 })).toEqual([202, undefined]);
  });

  test('a job that throws is retried after 10 s, 40 s … as often as requested, then fails', async () => {
    const it = await setUp();
    await deploy(it.project, 'fail', THROWS);
    const { data: job } = (await it.order('fail', { retries: 2 })).body;
    await it.run();
    const delays: number[] = [];
    for (let repeat = 0; repeat < 2; repeat += 1) {
      const waiting = await it.jobOf(job.id);
      expect(waiting).toMatchObject({
        state: 'waiting',
        attempt: repeat + 1,
        error: expect.stringContaining('not yet'),
      });
      const delayMs = Date.parse(waiting.due_at) - it.clock.now();
      delays.push(delayMs);
      await it.pass(delayMs);
    }
    expect(delays[0]).toBeGreaterThanOrEqual(8000);
    expect(delays[0]).toBeLessThanOrEqual(12_000);
    expect(delays[1]).toBeGreaterThanOrEqual(32_000);
    expect(delays[1]).toBeLessThanOrEqual(48_000);
    expect(await it.jobOf(job.id)).toMatchObject({ state: 'failed', attempt: 3, ended_at: expect.any(String) });
    const runs = await runsOf(it.project, 'fail', `?search=${job.id}`);
    expect(runs.map((run) => run.job_id)).toEqual([job.id, job.id, job.id]);
  });

  test('a job that runs longer than its lease is not started twice', async () => {
    const it = await setUp();
    await deploy(it.project, 'slow', 'export default () => new Promise((resolve) => setTimeout(resolve, 1000));');
    const { data: job } = (await it.order('slow')).body;
    const running = it.run();
    await expect.poll(async () => (await it.jobOf(job.id)).state).toBe('running');
    await it.pass(4 * 60 * SECOND_MS);
    await running;
    expect(await it.jobOf(job.id)).toMatchObject({ state: 'succeeded', attempt: 1 });
    expect(await runsOf(it.project, 'slow')).toHaveLength(1);
  });

  test('an error made by ctx.error fails the job without retries', async () => {
    const it = await setUp();
    await deploy(it.project, 'fail', 'export default (ctx) => { throw ctx.error("gone", { status: 410 }); };');
    const { data: job } = (await it.order('fail')).body;
    await it.run();
    expect(await it.jobOf(job.id)).toMatchObject({
      state: 'failed',
      attempt: 1,
      error: expect.stringContaining('gone'),
    });
  });

  test('a failed or cancelled job is retried by hand with all its retries; others get 409', async () => {
    const it = await setUp();
    await deploy(it.project, 'fail', THROWS);
    const { data: job } = (await it.order('fail', { retries: 0, key: 'k', after_s: 60 })).body;
    const retry = () => it.project.cloudApi<{ data: Job; code: string }>(`/jobs/${job.id}/retry`, { method: 'POST' });
    expect([(await retry()).status, (await retry()).body.code]).toEqual([409, 'conflict']);
    await it.pass(60 * SECOND_MS);
    expect((await retry()).body.data).toMatchObject({ id: job.id, state: 'waiting', attempt: 1, error: null });
    await it.run();
    expect(await it.jobOf(job.id)).toMatchObject({ state: 'failed', attempt: 2 });
    await it.order('fail', { key: 'k', after_s: 60 });
    expect((await retry()).status).toBe(409);
  });

  test('only a waiting job can be cancelled, and it never runs', async () => {
    const it = await setUp();
    await deploy(it.project, 'tell', TELLS);
    const { data: job } = (await it.order('tell', { after_s: 60 })).body;
    const cancel = (id: string) =>
      it.project.cloudApi<{ data: Job; code: string }>(`/jobs/${id}`, { method: 'DELETE' });
    expect((await cancel(job.id)).body.data).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) });
    const twice = await cancel(job.id);
    expect([twice.status, twice.body.code]).toEqual([409, 'conflict']);
    expect((await cancel(crypto.randomUUID())).status).toBe(404);
    await it.pass(60 * SECOND_MS);
    expect(await runsOf(it.project, 'tell')).toEqual([]);
  });

  test('deleting the function fails its jobs', async () => {
    const it = await setUp();
    await deploy(it.project, 'tell', TELLS);
    const { data: job } = (await it.order('tell', { after_s: 60 })).body;
    await it.project.cloudApi('/functions/tell', { method: 'DELETE' });
    expect(await it.jobOf(job.id)).toMatchObject({
      state: 'failed',
      error: expect.stringContaining('function_not_found'),
    });
  });

  test('a function schedules another one, even a private one, as the user who called it', async () => {
    const it = await setUp();
    await deploy(it.project, 'tell', TELLS, { access: 'private' });
    await deploy(
      it.project,
      'order',
      `export default async (ctx) => {
        const ordered = await ctx.functions.later('tell', { n: 2 }, { after_s: 5, key: 'once' });
        const refused = await ctx.functions.later('missing').catch(({ code, status }) => ({ code, status }));
        const unknown = await ctx.functions.later('tell', null, { when: 1 }).catch(({ code, status }) => ({ code, status }));
        return { ordered, refused, unknown };
      };`,
    );
    const ann = await signUp(it.project.api);
    const called = await ann.api<{ data: { ordered: { id: string } } }>('/functions/order/invoke', { method: 'POST' });
    expect(called.body.data).toEqual({
      ordered: { id: expect.any(String), due_at: new Date(it.clock.now() + 5000).toISOString(), state: 'waiting' },
      refused: { code: 'function_not_found', status: 404 },
      unknown: { code: 'validation_failed', status: 400 },
    });
    await it.pass(5 * SECOND_MS);
    const [run] = await runsOf(it.project, 'tell');
    expect(run).toMatchObject({ trigger: 'later', caller: 'function:order' });
    expect(JSON.parse(run?.log[0]?.message ?? '')[2]).toBe(ann.email);
  });

  test('a job of a user who is disabled by then runs without a user', async () => {
    const it = await setUp();
    await deploy(it.project, 'tell', TELLS);
    await deploy(it.project, 'order', 'export default (ctx) => ctx.functions.later("tell", 1, { after_s: 5 });');
    const ann = await signUp(it.project.api);
    await ann.api('/functions/order/invoke', { method: 'POST' });
    await it.project.cloudApi(`/users/${ann.user.id}`, { method: 'PATCH', json: { disabled: true } });
    await it.pass(5 * SECOND_MS);
    const [run] = await runsOf(it.project, 'tell');
    expect(JSON.parse(run?.log[0]?.message ?? '')[2]).toBeNull();
  });

  test('jobs are listed by function and state, newest first, and deleted a week after they end', async () => {
    const it = await setUp();
    await deploy(it.project, 'tell', TELLS);
    await deploy(it.project, 'other', TELLS);
    const first = (await it.order('tell')).body.data;
    const second = (await it.order('tell', { after_s: 30 * 86_400 })).body.data;
    await it.order('other', { after_s: 30 * 86_400 });
    await it.run();
    expect((await it.jobs('?function=tell')).data.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(await it.jobs('?function=tell&state=waiting')).toMatchObject({ data: [{ id: second.id }], count: 1 });
    expect(await it.jobs('?limit=1&offset=2')).toMatchObject({ data: [{ id: first.id }], count: 3 });
    expect(await it.jobs('?limit=1&order=created_at')).toMatchObject({ data: [{ id: first.id }], count: 3 });
    for (let day = 0; day < 9; day += 1) await it.pass(DAY_MS);
    expect((await it.jobs()).count).toBe(2);
  });
});
