import { beforeAll, describe, expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import {
  createTestClock,
  ENGINES,
  expectEffects,
  openProject,
  signUp,
  startTestServer,
  type TestProject,
} from '../../../../../test/index.ts';

const ANN = { id: '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee1', role: 'editor' };
const BOB = { id: '0199aaaa-bbbb-7ccc-8ddd-eeeeeeeeeee2', role: null };
const ECHO = 'export default (ctx) => ({ payload: ctx.payload, user: ctx.user });';

describe.each(ENGINES)('calling a function on %s', (engine) => {
  const { server, project } = openProject(engine);
  beforeAll(async () => {
    await deploy(project, 'echo', ECHO);
    await deploy(project, 'members', ECHO, { access: 'authenticated' });
    await deploy(project, 'editors', ECHO, { access: 'role:editor' });
    await deploy(project, 'inside', ECHO, { access: 'private' });
    await deploy(project, 'off', ECHO, { enabled: false });
    await deploy(project, 'hook', ECHO, { trigger: 'webhook' });
  });

  const invoke = (name: string, init: Parameters<TestProject['api']>[1] = {}) =>
    project.api<Record<string, unknown>>(`/functions/${name}/invoke`, { method: 'POST', ...init });

  test("returns the function's result for the payload, and passes on the user only if signed in", async () => {
    const anonymous = await invoke('echo', { json: { a: [1, null, 'ü'] } });
    expect(anonymous.status).toBe(200);
    expect(anonymous.body).toEqual({
      success: true,
      data: { payload: { a: [1, null, 'ü'] }, user: null },
      duration_ms: expect.any(Number),
    });
    const signedIn = await invoke('echo', { json: { user: 'made up' }, user: ANN });
    expect(signedIn.body).toMatchObject({ data: { payload: { user: 'made up' }, user: ANN } });
    expect((await invoke('echo')).body).toMatchObject({ success: true, data: { user: null } });
    const { user } = await signUp(project.api, { name: 'Zoë' });
    const member = await invoke('echo', { user: { id: user.id, role: null } });
    expect(member.body).toMatchObject({ data: { user } });
  });

  test('when refused leaves nothing behind, not even a run', async () => {
    // Runs are stored a moment later, or when they are listed.
    const allRuns = () => project.cloudApi('/runs');
    await allRuns();
    await expectEffects({ server, project }, async () => {
      const headers = { 'idempotency-key': 'refused' };
      expect((await invoke('members', { headers })).status).toBe(401);
      expect((await invoke('editors', { user: BOB, headers })).status).toBe(403);
      expect((await invoke('inside')).status).toBe(404);
      expect((await invoke('hook')).status).toBe(405);
      expect((await invoke('echo', { body: '{', headers: { 'content-type': 'application/json' } })).status).toBe(400);
      expect((await invoke('echo', { json: 'x'.repeat(2 * 1024 * 1024) })).status).toBe(413);
      await allRuns();
    });
  });

  test.each([
    ['echo', 200, 200, 200, 200],
    ['members', 401, 200, 200, 200],
    ['editors', 401, 200, 403, 200],
    ['inside', 404, 404, 404, 200],
    ['off', 404, 404, 404, 404],
    ['nobody', 404, 404, 404, 404],
    ['constructor', 404, 404, 404, 404],
    ['hook', 405, 405, 405, 405],
  ])(
    'on %s answers anonymous callers %i, an editor %i, another user %i and a secret key %i',
    async (name, ...statuses) => {
      const answers = [
        await invoke(name),
        await invoke(name, { user: ANN }),
        await invoke(name, { user: BOB }),
        await invoke(name, { key: project.secretKey }),
      ];
      expect(answers.map(({ status }) => status)).toEqual(statuses);
      for (const { status, body } of answers) {
        if (status === 200) continue;
        const code = { 401: 'not_authenticated', 403: 'forbidden', 404: 'function_not_found', 405: 'not_invocable' }[
          status
        ];
        expect(body).toEqual({
          success: false,
          duration_ms: expect.any(Number),
          error: expect.any(String),
          code,
          request_id: expect.any(String),
        });
      }
    },
  );

  test('checks permissions before the body, and records no run of a refused call', async () => {
    const broken = { body: '{', headers: { 'content-type': 'application/json' } };
    expect(await invoke('members', broken)).toMatchObject({ status: 401, body: { success: false } });
    expect(await invoke('members', { ...broken, user: ANN })).toMatchObject({
      status: 400,
      body: { success: false, code: 'invalid_json' },
    });
    expect(await invoke('echo', { body: 'a', headers: { 'content-type': 'text/plain' } })).toMatchObject({
      status: 415,
      body: { success: false, code: 'unsupported_media_type' },
    });
    const large = JSON.stringify('x'.repeat(1024 * 1024));
    expect(await invoke('echo', { body: large, headers: { 'content-type': 'application/json' } })).toMatchObject({
      status: 413,
      body: { success: false, code: 'payload_too_large' },
    });
    const before = (await runsOf(project, 'members')).length;
    await invoke('members', broken);
    expect((await runsOf(project, 'members')).length).toBe(before);
  });

  test('answers with the message of a thrown error, and the function may choose a 4xx status', async () => {
    await deploy(
      project,
      'throws',
      `export default (ctx) => {
        if (ctx.payload === 'plain') throw new TypeError('it broke');
        throw ctx.error('not today', ctx.payload);
      };`,
    );
    expect(await invoke('throws', { json: 'plain' })).toMatchObject({
      status: 500,
      body: { success: false, error: 'it broke', code: 'function_error', request_id: expect.any(String) },
    });
    const chosen = await invoke('throws', { json: { status: 422, code: 'closed', data: { until: 5 } } });
    expect(chosen.status).toBe(422);
    expect(chosen.body).toEqual({
      success: false,
      error: 'not today',
      code: 'closed',
      data: { until: 5 },
      request_id: expect.any(String),
      duration_ms: expect.any(Number),
    });
    for (const status of [200, 399, 500, 'x']) {
      expect(await invoke('throws', { json: { status } }), String(status)).toMatchObject({ status: 500 });
    }
  });

  test('answers 504 when a function times out, and 500 when its answer is not JSON or too large', async () => {
    await deploy(project, 'slow', 'export default () => new Promise((resolve) => setTimeout(resolve, 60_000));', {
      timeout_ms: 200,
    });
    expect(await invoke('slow')).toMatchObject({ status: 504, body: { success: false, code: 'function_timeout' } });
    expect((await runsOf(project, 'slow'))[0]).toMatchObject({
      status: 'timeout',
      error: expect.stringContaining('200 ms'),
    });
    await deploy(
      project,
      'odd',
      `export default (ctx) => {
        if (ctx.payload === 'bigint') return 5n;
        if (ctx.payload === 'response') return new Response('x');
        return 'x'.repeat(7_000_000);
      };`,
    );
    for (const json of ['bigint', 'response', 'large']) {
      expect(await invoke('odd', { json }), json).toMatchObject({ status: 500, body: { code: 'function_error' } });
    }
  });

  test('with an idempotency key runs once, even concurrently, and marks replayed answers', async () => {
    await project.createTable({ name: 'orders', columns: [{ name: 'note', type: 'text' }] });
    await deploy(
      project,
      'order',
      `export default (ctx) => ctx.data.table('orders').insert({ note: ctx.payload.note });`,
    );
    const order = (note: string, key: string) =>
      invoke('order', { json: { note }, headers: { 'idempotency-key': key } });
    const answers = await Promise.all(Array.from({ length: 6 }, () => order('one', 'key-1')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect(answers.filter(({ headers }) => headers.get('idempotency-replayed') === 'true')).toHaveLength(5);
    expect(await order('two', 'key-1')).toMatchObject({
      status: 409,
      body: { success: false, code: 'idempotency_conflict' },
    });
    expect((await order('two', 'key-2')).headers.get('idempotency-replayed')).toBeNull();
    expect((await project.secretApi('/data/orders')).body).toMatchObject({ count: 2 });
    expect(await order('two', 'ü')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  test('refuses an idempotency key that was used with another query string', async () => {
    await deploy(project, 'searched', 'export default (ctx) => new URL(ctx.request.url).search;');
    const search = (query: string) =>
      project.api<Record<string, unknown>>(`/functions/searched/invoke${query}`, {
        method: 'POST',
        headers: { 'idempotency-key': 'key-query' },
      });
    expect((await search('?x=1')).body).toMatchObject({ success: true, data: '?x=1' });
    expect((await search('?x=1')).headers.get('idempotency-replayed')).toBe('true');
    for (const query of ['?x=2', '']) {
      expect(await search(query)).toMatchObject({
        status: 409,
        body: { success: false, code: 'idempotency_conflict' },
      });
    }
  });

  test('with the same idempotency key runs again after a failure', async () => {
    await project.createTable({ name: 'tries', columns: [{ name: 'n', type: 'integer' }] });
    await deploy(
      project,
      'second',
      `export default async (ctx) => {
        const tries = ctx.data.table('tries');
        await tries.insert({ n: 1 });
        if ((await tries.count()) < 2) throw new Error('not yet');
        return 'done';
      };`,
    );
    const init = { headers: { 'idempotency-key': 'key-3' } };
    expect((await invoke('second', init)).status).toBe(500);
    expect((await invoke('second', init)).body).toMatchObject({ data: 'done' });
    expect((await invoke('second', init)).headers.get('idempotency-replayed')).toBe('true');
    expect((await project.secretApi('/data/tries')).body).toMatchObject({ count: 2 });
  });

  describe('200', () => {
    test('passes the query string on to the function', async () => {
      await deploy(project, 'asked', 'export default (ctx) => [...new URL(ctx.request.url).searchParams];');
      const answer = await project.api('/functions/asked/invoke?x=1&y=%C3%A4&x=2', { method: 'POST' });
      expect(answer.body).toMatchObject({
        success: true,
        data: [
          ['x', '1'],
          ['y', 'ä'],
          ['x', '2'],
        ],
      });
    });

    test('lists the functions that the caller may invoke, and all for secret keys', async () => {
      const names = async (init: object): Promise<string[]> =>
        (await project.api<{ data: { name: string }[] }>('/functions', init)).body.data.map(({ name }) => name);
      const mine = ['echo', 'editors', 'hook', 'inside', 'members', 'off'];
      const seen = async (init: object): Promise<string[]> => (await names(init)).filter((name) => mine.includes(name));
      expect(await seen({})).toEqual(['echo']);
      expect(await seen({ user: ANN })).toEqual(['echo', 'editors', 'members']);
      expect(await seen({ user: BOB })).toEqual(['echo', 'members']);
      expect(await seen({ key: project.secretKey })).toEqual(mine);
    });
  });
});

describe('a call', () => {
  describe('500', () => {
    test('that exhausts the memory gets function_out_of_memory, and other functions keep running', async () => {
      await using server = await startTestServer();
      const project = await server.createProject();
      await deploy(
        project,
        'bomb',
        'export default () => { const all = []; for (;;) all.push(new Array(100_000).fill({})); };',
      );
      await deploy(project, 'fine', 'export default () => 1;');
      const invoke = (name: string) => project.api(`/functions/${name}/invoke`, { method: 'POST' });
      expect(await invoke('bomb')).toMatchObject({
        status: 500,
        body: { success: false, code: 'function_out_of_memory' },
      });
      expect(await invoke('fine')).toMatchObject({ status: 200, body: { data: 1 } });
      expect((await runsOf(project, 'bomb'))[0]).toMatchObject({
        status: 'failed',
        error: expect.stringContaining('memory'),
      });
    });
  });

  describe('504', () => {
    test('that blocks the thread gets 504 at its timeout, and other functions keep running', async () => {
      await using server = await startTestServer();
      const project = await server.createProject();
      await deploy(project, 'loop', 'export default () => { for (;;) {} };', { timeout_ms: 100 });
      await deploy(project, 'fine', 'export default () => 1;');
      const invoke = (name: string) => project.api(`/functions/${name}/invoke`, { method: 'POST' });
      expect(await invoke('loop')).toMatchObject({ status: 504, body: { success: false, code: 'function_timeout' } });
      expect(await invoke('fine')).toMatchObject({ status: 200, body: { data: 1 } });
    });
  });

  test('with an idempotency key runs again after 24 hours, and callers never share stored answers', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ clock });
    const project = await server.createProject();
    await deploy(project, 'random', 'export default () => Math.random();');
    const invoke = async (key?: string): Promise<unknown> => {
      const headers = { 'idempotency-key': 'one' };
      const init = { method: 'POST', headers, ...(key !== undefined && { key }) };
      return (await project.api<{ data: unknown }>('/functions/random/invoke', init)).body.data;
    };
    const first = await invoke();
    clock.advance(24 * 60 * 60 * 1000 - 1000);
    expect(await invoke()).toBe(first);
    expect(await invoke(project.secretKey)).not.toBe(first);
    clock.advance(2000);
    expect(await invoke()).not.toBe(first);
  });
});

describe('limits of calls', () => {
  test('are 60 a minute for each address, shown in headers; secret keys are exempt', async () => {
    const clock = createTestClock();
    await using server = await startTestServer({ clock, config: { rateLimits: true } });
    const project = await server.createProject();
    const invoke = (key?: string) =>
      project.api('/functions/none/invoke', { method: 'POST', ...(key !== undefined && { key }) });
    for (let left = 59; left >= 0; left -= 1) {
      const { status, headers } = await invoke();
      expect([status, headers.get('ratelimit-remaining')]).toEqual([404, String(left)]);
    }
    const refused = await invoke();
    expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'rate_limited' } });
    expect([refused.headers.get('retry-after'), refused.headers.get('ratelimit-limit')]).toEqual(['60', '60']);
    expect((await invoke(project.secretKey)).status).toBe(404);
    clock.advance(60_000);
    expect((await invoke()).status).toBe(404);
  });

  describe('429', () => {
    test('apply to a project even with rate limits off: 16 run, 64 wait, the rest get 429 with Retry-After', async () => {
      await using server = await startTestServer();
      const project = await server.createProject();
      await project.createTable({ name: 'gate', columns: [{ name: 'n', type: 'integer' }] });
      await deploy(
        project,
        'wait',
        `export default async (ctx) => {
        while ((await ctx.data.table('gate').count()) === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      };`,
      );
      const invoke = () => project.api('/functions/wait/invoke', { method: 'POST' });
      const calls = Array.from({ length: 85 }, () => invoke());
      const refused = await Promise.any(
        calls.map(async (call) => {
          const answer = await call;
          if (answer.status === 200) throw new Error('ran');
          return answer;
        }),
      );
      expect(refused).toMatchObject({ status: 429, body: { success: false, code: 'rate_limited' } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
      expect(refused.headers.get('ratelimit-limit')).toBe('80');
      expect(refused.headers.get('ratelimit-remaining')).toBe('0');
      await project.secretApi('/data/gate', { json: { n: 1 } });
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(80);
      expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    });
  });
});
