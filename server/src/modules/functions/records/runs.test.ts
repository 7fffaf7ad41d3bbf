import { describe, expect, test } from 'vitest';
import { deploy, runsOf, type TestRun } from '../../../../test/functions.ts';
import { createTestClock, ENGINES, openProject } from '../../../../test/index.ts';

interface ListedRuns {
  readonly data: readonly TestRun[];
  readonly count: number;
}

describe.each(ENGINES)('runs of functions on %s', (engine) => {
  const clock = createTestClock();
  const { server, project } = openProject(engine, { clock });

  const invoke = (name: string, json: unknown = {}) => project.api(`/functions/${name}/invoke`, { json });
  const list = (name: string, query = '') => project.cloudApi<ListedRuns>(`/functions/${name}/runs${query}`);
  const runNow = (name: string, json: object = {}) =>
    project.cloudApi<{ data: TestRun }>(`/functions/${name}/run`, { json });

  test('record the caller, the payload, the log and the error with its place in the source', async () => {
    const files = {
      'index.ts': `import { check } from './check.ts';
export default async (ctx: { payload: unknown }): Promise<void> => {
  console.log('before', { a: 1 });
  console.warn('careful');
  check(ctx.payload);
};`,
      'check.ts': `interface Nothing { readonly x: 1 }
export function check(value: unknown): Nothing {
  throw new RangeError('not good: ' + JSON.stringify(value));
}`,
    };
    await project.cloudApi('/functions/fails', { method: 'PUT', json: { trigger: 'http', files } });
    await invoke('fails', { k: 'v' });
    const [run] = await runsOf(project, 'fails');
    expect(run).toMatchObject({
      trigger: 'http',
      status: 'failed',
      caller: 'anonymous',
      scheduled_for: null,
      duration_ms: expect.any(Number),
      payload: { k: 'v' },
      log: [
        { level: 'info', message: expect.stringContaining('before') },
        { level: 'warn', message: 'careful' },
      ],
    });
    expect(run?.error).toMatch(/^RangeError: not good: \{"k":"v"\}\n.*check\.ts:3:9.*\n.*index\.ts:5:3/);
  });

  test('are listed newest first as soon as they end, and filtered by status, trigger, time and page', async () => {
    await deploy(project, 'mixed', `export default (ctx) => { if (ctx.payload.fail) throw new Error('x'); };`);
    const times: string[] = [];
    for (const fail of [false, true, false]) {
      times.push(new Date(clock.now()).toISOString());
      await invoke('mixed', { fail });
      clock.advance(1000);
    }
    await runNow('mixed', { payload: {} });
    const all = await list('mixed');
    expect(all.body.count).toBe(4);
    expect(all.body.data.map(({ status, trigger }) => `${trigger} ${status}`)).toEqual([
      'manual succeeded',
      'http succeeded',
      'http failed',
      'http succeeded',
    ]);
    const counts = async (query: string): Promise<number> => (await list('mixed', query)).body.count;
    expect(await counts('?status=failed')).toBe(1);
    expect(await counts('?trigger=manual')).toBe(1);
    expect(await counts(`?since=${times[1]}`)).toBe(3);
    expect((await list('mixed', '?limit=1&offset=2')).body).toMatchObject({ data: [{ status: 'failed' }], count: 4 });
    const oldest = await list('mixed', '?order=started_at&limit=1');
    expect(oldest.body.data).toEqual(all.body.data.slice(-1));
    for (const query of ['?status=odd', '?since=yesterday', '?limit=1001', '?colour=red', '?order=error']) {
      expect((await list('mixed', query)).status, query).toBe(400);
    }
    expect((await list('nobody')).status).toBe(404);
  });

  test('can be repeated with their payload, or started by hand with another', async () => {
    await deploy(project, 'again', 'export default (ctx) => { console.log(JSON.stringify(ctx.payload)); };');
    await invoke('again', { order: 7 });
    const [first] = await runsOf(project, 'again');
    const again = await runNow('again', { run_id: first?.id });
    expect(again.body.data).toMatchObject({
      trigger: 'manual',
      caller: 'admin',
      payload: { order: 7 },
      log: [{ message: '{"order":7}' }],
    });
    expect((await runNow('again', { payload: [1] })).body.data.log).toMatchObject([{ message: '[1]' }]);
    expect((await runNow('again', { run_id: 'none' })).status).toBe(404);
    expect((await runNow('again', { run_id: first?.id, payload: 1 })).status).toBe(400);
    expect((await runNow('nobody')).status).toBe(404);
  });

  test('of a scheduled function started by hand get an event, and leave the schedule unchanged', async () => {
    const options = { trigger: 'scheduled', schedule: '0 0 1 1 *' };
    await deploy(project, 'yearly', 'export default (ctx) => { console.log(JSON.stringify(ctx.payload)); };', options);
    const nextRun = async () =>
      (await project.cloudApi<{ data: { next_run_at: string } }>('/functions/yearly')).body.data.next_run_at;
    const before = await nextRun();
    const { data } = (await runNow('yearly')).body;
    expect(data.payload).toEqual({ scheduled_for: expect.stringMatching(/Z$/), trigger: 'manual' });
    expect(data.log).toMatchObject([{ message: JSON.stringify(data.payload) }]);
    expect(await nextRun()).toBe(before);
  });

  test('secrets are limited in total size, so that runs can be searched for them', async () => {
    const other = await server.createProject();
    const set = (name: string, length: number) =>
      other.cloudApi(`/secrets/${name}`, { method: 'PUT', json: { value: 'x'.repeat(length) } });
    for (const name of ['A', 'B', 'C']) expect((await set(name, 16_384)).status).toBe(200);
    expect((await set('D', 16_384)).status).toBe(400);
    expect((await set('D', 16_000)).status).toBe(200);
    expect((await set('A', 16_384)).status).toBe(200);
  });

  test('never show secrets in errors, logs, payloads or answers; a changed secret takes effect at once', async () => {
    const set = (value: string) => project.cloudApi('/secrets/TOKEN', { method: 'PUT', json: { value } });
    await set('first-secret-value');
    await deploy(
      project,
      'leaky',
      `export default (ctx) => {
        console.log('token', ctx.secrets.TOKEN);
        if (ctx.payload.quiet) return ctx.secrets.TOKEN.length;
        throw new Error('bad token ' + ctx.secrets.TOKEN);
      };`,
    );
    const answer = await invoke('leaky', { echo: 'first-secret-value' });
    expect(answer.body).toMatchObject({ error: 'bad token [secret]' });
    const [run] = await runsOf(project, 'leaky');
    expect(run).toMatchObject({ payload: { echo: '[secret]' }, log: [{ message: 'token [secret]' }] });
    expect(JSON.stringify(run)).not.toContain('first-secret-value');
    await set('second');
    expect((await invoke('leaky', { quiet: true })).body).toMatchObject({ data: 'second'.length });
    const listed = await project.cloudApi('/secrets');
    expect(listed.body).toEqual({ data: [{ name: 'TOKEN', updated_at: expect.any(String) }], count: 1 });
    expect((await project.cloudApi('/secrets?offset=1&order=updated_at')).body).toEqual({ data: [], count: 1 });
    expect((await project.cloudApi('/secrets?order=value')).body).toMatchObject({ code: 'unknown_column' });
    expect((await project.cloudApi('/secrets/TOKEN', { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await invoke('leaky', { quiet: true })).status).toBe(500);
    for (const name of ['token', '1A', 'A'.repeat(65)]) {
      const refused = await project.cloudApi(`/secrets/${name}`, { method: 'PUT', json: { value: 'x' } });
      expect(refused.status, name).toBe(400);
    }
  });

  test('are recorded whatever was thrown or logged, even text that no database stores', async () => {
    await deploy(
      project,
      'odd',
      `export default (ctx) => {
        console.log('nul \\0 and half a pair \\ud800');
        if (ctx.payload === 'text') throw 'just text';
        throw new Error('nul \\0 and half a pair \\ud800 ' + 'x'.repeat(100_000));
      };`,
    );
    expect((await invoke('odd', 'text')).status).toBe(500);
    expect((await invoke('odd', 'nul \0')).status).toBe(500);
    const [second, first] = await runsOf(project, 'odd');
    expect(first).toMatchObject({ status: 'failed', error: expect.stringContaining('just text') });
    expect(second).toMatchObject({
      status: 'failed',
      payload: 'nul \0',
      error: expect.stringMatching(/^Error: nul \ufffd and/),
    });
    expect(second?.error?.length).toBeLessThan(40_000);
  });

  describe('404', () => {
    test('are invisible to other projects', async () => {
      await deploy(project, 'mine', 'export default () => 1;');
      await invoke('mine');
      const [run] = await runsOf(project, 'mine');
      const other = await server.createProject();
      await deploy(other, 'mine', 'export default () => 2;');
      expect((await other.cloudApi(`/functions/mine/runs/${run?.id}`)).status).toBe(404);
      expect((await other.cloudApi<ListedRuns>('/functions/mine/runs')).body.count).toBe(0);
      expect((await other.cloudApi('/functions/mine/run', { json: { run_id: run?.id } })).status).toBe(404);
    });
  });
});
