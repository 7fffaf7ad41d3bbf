import { describe, expect, it } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestProject } from '../../../../test/index.ts';

interface Entry {
  readonly id: string;
  readonly request_id?: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly message?: string;
  readonly run_id: string | null;
}
interface Log {
  readonly data: readonly Entry[];
  readonly count: number;
  readonly cursor: string;
  readonly code?: string;
}

const BEGINNING = '00000000-0000-0000-0000-000000000000';

describe.each(ENGINES)('the log of requests on %s', (engine) => {
  it('has every request with its details, but no parameters, keys or requests of members', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }], rules: { read: 'public' } });
    const id = '018f0000-0000-7000-8000-00000000000a';
    await project.api('/data/notes?filter=title:eq:hush', {
      user: { id },
      headers: { 'user-agent': 'x'.repeat(1000) },
    });
    const failed = await project.secretApi('/data/nothing', { method: 'POST', json: {} });
    await server.api(`/api/baas/${project.id}/data/sk_${'a'.repeat(40)}`, { key: 'pk_wrong' });
    const log = await logs(project, '');
    expect(log.count).toBe(3);
    expect(log.data.map(({ path }) => path)).toEqual([
      `/api/baas/${project.id}/data/sk_…`,
      `/api/baas/${project.id}/data/nothing`,
      `/api/baas/${project.id}/data/notes`,
    ]);
    expect(log.data[1]).toEqual({
      id: expect.any(String),
      source: 'request',
      at: expect.stringMatching(/Z$/),
      request_id: failed.headers.get('x-request-id'),
      method: 'POST',
      path: `/api/baas/${project.id}/data/nothing`,
      status: 404,
      code: 'table_not_found',
      error: 'There is no table "nothing" in this project.',
      duration_ms: expect.any(Number),
      caller: expect.stringMatching(/^secret:key:/),
      ip: expect.stringMatching(/^(127\.0\.0\.1|::1)$/),
      user_agent: expect.any(String),
      run_id: null,
    });
    expect(log.data[2]).toMatchObject({ status: 200, code: null, error: null, caller: `user:${id}` });
    expect(log.data[0]).toMatchObject({ status: 401, code: 'invalid_key', caller: null });
    expect(JSON.stringify(log)).not.toContain('hush');
    expect(log.cursor).toBe(log.data[0]?.id);
  });

  it('filters requests and pages through them without a gap', async () => {
    const clock = createTestClock(Date.parse('2027-03-01T12:00:00.000Z'));
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    const first = await project.api('/auth/config');
    clock.advance(60_000);
    await project.api('/data/a', { method: 'DELETE' });
    await project.secretApi('/data/b');
    await project.api('/auth/login', { json: { email: 'x' } });
    const count = async (search: string): Promise<number> => (await logs(project, search)).count;
    expect(await count(`request_id=${first.headers.get('x-request-id')}`)).toBe(1);
    expect(await count('status=404')).toBe(2);
    expect(await count('status=4xx')).toBe(3);
    expect(await count('status=5xx')).toBe(0);
    expect(await count('method=delete')).toBe(1);
    expect(await count('path=AUTH*config')).toBe(1);
    expect(await count(`path=${encodeURIComponent('%')}`)).toBe(0);
    expect(await count('caller=anonymous')).toBe(3);
    expect(await count('since=2027-03-01T12:00:30Z')).toBe(3);
    expect(await count('until=2027-03-01T12:00:30Z')).toBe(1);
    const newest = await logs(project, 'limit=2');
    const older = await logs(project, `limit=10&before=${newest.data[1]?.id}`);
    expect(older.data).toHaveLength(2);
    const upwards = await logs(project, `after=${older.data[1]?.id}&limit=2`);
    expect(upwards.data.map(({ id }) => id)).toEqual([older.data[0]?.id, newest.data[1]?.id]);
    expect(upwards.count).toBe(3);
    expect((await logs(project, `after=${upwards.cursor}`)).data.map(({ id }) => id)).toEqual([newest.data[0]?.id]);
    expect((await logs(project, 'limit=0')).cursor).toBe(newest.data[0]?.id);
    for (const [bad, code] of [
      ['status=600', 'validation_failed'],
      ['after=x', 'invalid_cursor'],
      [`after=${BEGINNING}&before=${BEGINNING}`, 'invalid_cursor'],
      ['level=info', 'unknown_parameter'],
      ['source=function&status=404', 'unknown_parameter'],
      ['source=other', 'validation_failed'],
      ['limit=1001', 'invalid_limit'],
      ['wait=26', 'validation_failed'],
      ['request_id=1', 'validation_failed'],
      ['since=now', 'validation_failed'],
    ]) {
      expect([bad, (await logs(project, String(bad))).code]).toEqual([bad, code]);
    }
  });

  it('answers a waiting caller when an entry arrives, when the time is up, and when the process stops', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const { cursor } = await logs(project, '');
    expect(cursor).toBe(BEGINNING);
    const waiting = logs(project, `after=${cursor}&wait=20`);
    await project.api('/auth/config');
    const { data } = await waiting;
    expect(data).toHaveLength(1);
    const startedAt = performance.now();
    expect((await logs(project, `after=${data[0]?.id}&wait=1`)).data).toEqual([]);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    const left = logs(project, `after=${data[0]?.id}&wait=25`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const closedAt = performance.now();
    await Promise.all([server.close(), left]);
    expect(performance.now() - closedAt).toBeLessThan(8000);
  });

  it('keeps entries for three days, and in a flood a bounded sample with all failures', async () => {
    const clock = createTestClock(Date.parse('2027-03-01T12:00:00.000Z'));
    await using server = await startTestServer({ engine, clock });
    const project = await server.createProject();
    const flood = async (path: string, times: number): Promise<void> => {
      for (let at = 0; at < times; at += 100) {
        await Promise.all(Array.from({ length: 100 }, () => project.secretApi(path)));
      }
    };
    await flood('/auth/config', 700);
    await flood('/data/none', 100);
    const sample = await logs(project, 'limit=1000');
    expect(sample.data.filter(({ status }) => status === 404)).toHaveLength(100);
    expect(sample.count).toBeLessThanOrEqual(1000);
    expect(sample.count).toBeGreaterThanOrEqual(600);
    clock.advance(73 * 60 * 60_000);
    await server.runJobsUntilIdle();
    expect((await logs(project, '')).count).toBe(0);
  });
});

describe.each(ENGINES)('the log of functions on %s', (engine) => {
  it('has the lines of all runs in order, filtered by function and level, and those a run writes while a caller waits', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const source = `export default async (ctx) => {
      console.log('first', ctx.payload); await new Promise((done) => setTimeout(done, ctx.payload?.ms ?? 0));
      console.error('last \\u0000 \\ud800'); return 1; }`;
    for (const name of ['one', 'two']) {
      await project.cloudApi(`/functions/${name}`, { method: 'PUT', json: { trigger: 'http', source } });
    }
    const invoked = await project.api('/functions/one/invoke', { json: {} });
    const log = await logs(project, 'source=function');
    expect(log.data.map(({ message }) => message)).toEqual(['last \ufffd \ufffd', 'first {}']);
    const [request] = (await logs(project, `request_id=${invoked.headers.get('x-request-id')}`)).data;
    expect(log.data[0]).toEqual({
      id: expect.any(String),
      source: 'function',
      at: expect.stringMatching(/Z$/),
      function: 'one',
      run_id: request?.run_id,
      level: 'error',
      message: 'last \ufffd \ufffd',
    });
    const running = project.api('/functions/two/invoke', { json: { ms: 1500 } });
    const seen = await logs(project, `source=function&after=${log.cursor}&wait=10`);
    expect(seen.data.map(({ message }) => message)).toEqual(['first { ms: 1500 }']);
    await running;
    expect((await logs(project, `source=function&after=${seen.cursor}`)).data).toHaveLength(1);
    expect((await logs(project, 'source=function&function=two&level=error')).count).toBe(1);
    expect((await logs(project, 'source=function&function=none')).count).toBe(0);
  });

  it('has the error of each failed run once, after what the run logged, also of functions that come with the service', async () => {
    await using server = await startTestServer({ engine });
    const project = await server.createProject();
    const source = `export default () => { console.log('before'); throw new TypeError('no'); }`;
    await project.cloudApi('/functions/bad', { method: 'PUT', json: { trigger: 'http', source } });
    await project.api('/functions/bad/invoke', { json: {} });
    for (let read = 1; read <= 2; read += 1) {
      const { data } = await logs(project, 'source=function');
      expect(data).toMatchObject([
        { level: 'error', message: expect.stringMatching(/^TypeError: no\n/), function: 'bad' },
        { level: 'info', message: 'before', function: 'bad', run_id: data[0]?.run_id },
      ]);
    }
    const stripe = { provider: 'stripe', secret_key: 'sk_test_x', webhook_secret: 'whsec_x' };
    await project.cloudApi('/integrations/payments', { method: 'PUT', json: stripe });
    await project.cloudApi('/functions/refund_payment/run', { json: { payload: {} } });
    expect((await logs(project, 'source=function&function=refund_payment')).data).toMatchObject([
      { level: 'error', message: expect.stringMatching(/^validation_failed: /) },
    ]);
  });
});

async function logs(project: TestProject, search: string): Promise<Log> {
  return (await project.cloudApi<Log>(`/logs?${search}`)).body;
}
