import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { deploy, runsOf } from '../../../../../test/functions.ts';
import { ENGINES, openProject, type TestProject } from '../../../../../test/index.ts';

/** Headers with which browsers change the whole origin, and proxies serve other files. */
const DROPPED = [
  'clear-site-data',
  'access-control-allow-origin',
  'strict-transport-security',
  'service-worker-allowed',
  'www-authenticate',
  'refresh',
  'x-accel-redirect',
  'x-sendfile',
  'x-sendfile2',
  'accept-ch',
  'secure-session-registration',
  'use-as-dictionary',
];

describe.each(ENGINES)('the address of a webhook function on %s', (engine) => {
  const { project } = openProject(engine);

  const send = (name: string, init: Parameters<TestProject['api']>[1] = {}) =>
    project.api<Record<string, unknown>>(`/functions/${name}/webhook`, { method: 'POST', key: null, ...init });
  const deployHook = (name: string, body: string, options: object = {}) =>
    deploy(project, name, `export default async (ctx) => {${body}};`, { trigger: 'webhook', ...options });

  test('passes on a Response unchanged, without headers that affect the whole origin', async () => {
    await deployHook(
      'response',
      `const headers = new Headers({ 'content-type': 'text/html', 'x-mine': 'yes' });
      for (const name of ${JSON.stringify(DROPPED)}) headers.set(name, '*');
      headers.append('set-cookie', 'a=b'); headers.append('link', '<a>'); headers.append('x-request-id', 'mine');
      return new Response('<h1>tea</h1>', { status: 418, headers });`,
    );
    const answer = await send('response');
    expect([answer.status, answer.text]).toEqual([418, '<h1>tea</h1>']);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/html',
      'x-mine': 'yes',
      link: '<a>',
      'content-length': '12',
      'content-security-policy': 'sandbox',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    for (const name of [...DROPPED, 'set-cookie']) {
      expect(answer.headers.get(name), name).toBeNull();
    }
  });

  test.each([
    [`return new Response(null, { status: 204 });`, 204, ''],
    [`return new Response(new Uint8Array([1, 2]), { status: 201 });`, 201, '\u0001\u0002'],
    [`return Response.redirect('https://example.com/x', 303);`, 303, ''],
    [`return [1, 'two'];`, 200, '[1,"two"]'],
    [`return null;`, 200, 'null'],
    [``, 200, '{"success":true}'],
  ])('answers with what the handler returns: %s', async (body, status, text) => {
    await deployHook('gives', body);
    const answer = await send('gives');
    expect([answer.status, answer.text]).toEqual([status, text]);
  });

  test('hides errors from callers, except those made by ctx.error', async () => {
    await deployHook(
      'fails',
      `if ((await ctx.request.text()) === 'chosen') throw ctx.error('bad signature', { status: 401, code: 'unsigned' });
      throw new Error('the password is 1234');`,
    );
    const failed = await send('fails');
    expect(failed.status).toBe(500);
    expect(failed.body).toEqual({
      error: 'The function failed. The log of its run says why.',
      code: 'function_error',
      request_id: expect.any(String),
    });
    const chosen = await send('fails', { body: 'chosen' });
    expect(chosen.status).toBe(401);
    expect(chosen.body).toEqual({ error: 'bad signature', code: 'unsigned', request_id: expect.any(String) });
    const [, first] = await runsOf(project, 'fails');
    expect(first).toMatchObject({
      status: 'failed',
      trigger: 'webhook',
      error: expect.stringContaining('the password is 1234'),
    });
  });

  test('redacts a numeric secret in the answer and the record, and both stay JSON', async () => {
    await project.cloudApi('/secrets/PIN', { method: 'PUT', json: { value: '123456' } });
    await deployHook('pin', 'throw ctx.error("no", { status: 409, data: { pin: 123456 } });');
    const answer = await send('pin', { body: '{"pin":123456}' });
    expect(answer).toMatchObject({ status: 409, body: { error: 'no', data: { pin: '[secret]' } } });
    expect((await runsOf(project, 'pin'))[0]?.payload).toMatchObject({ body: '{"pin":[secret]}' });
    await deploy(project, 'called-pin', 'export default () => 1;');
    await project.api('/functions/called-pin/invoke', { json: { pin: 123456 } });
    expect((await runsOf(project, 'called-pin'))[0]?.payload).toEqual({ pin: '[secret]' });
  });

  describe('200', () => {
    test('needs no key, and leaves the Authorization header to the handler', async () => {
      await deployHook(
        'plain',
        `return { auth: ctx.request.headers.get('authorization'), user: ctx.user, payload: ctx.payload ?? null };`,
      );
      expect(await send('plain')).toMatchObject({ status: 200, body: { auth: null, user: null, payload: null } });
      for (const authorization of ['Bearer made-up', 'Basic eDp5', `Bearer ${project.secretKey}`]) {
        expect((await send('plain', { headers: { authorization } })).body).toMatchObject({
          auth: authorization,
          user: null,
        });
      }
    });

    test('passes on the exact bytes, so that handlers can verify signatures', async () => {
      await project.cloudApi('/secrets/HOOK_SECRET', { method: 'PUT', json: { value: 'a shared secret' } });
      await deployHook(
        'signed',
        `return { isGenuine: ctx.verifySignature(ctx.secrets.HOOK_SECRET), bytes: [...ctx.request.body] };`,
      );
      const body = new Uint8Array([0, 255, 10, 13, 128, 34]);
      const signature = createHmac('sha256', 'a shared secret').update(body).digest('hex');
      const genuine = await send('signed', { body, headers: { 'x-webhook-signature': signature } });
      expect(genuine.body).toEqual({ isGenuine: true, bytes: [...body] });
      const forged = await send('signed', { body, headers: { 'x-webhook-signature': signature.replace(/^./, 'x') } });
      expect(forged.body).toMatchObject({ isGenuine: false });
    });
  });

  describe('500', () => {
    test('answers 500 for headers that are too large, and truncates long errors', async () => {
      await deployHook('heads', 'return new Response("", { headers: { long: "x".repeat(40_000) } });');
      await deployHook('endless', 'throw new Error("x".repeat(10_000_000));');
      await deployHook('data', 'throw ctx.error("no", { status: 400, data: "x".repeat(10_000_000) });');
      for (const name of ['heads', 'endless', 'data']) {
        expect(await send(name), name).toMatchObject({ status: 500, body: { code: 'function_error' } });
        expect((await runsOf(project, name))[0]?.status, name).toBe('failed');
      }
      const [run] = await runsOf(project, 'endless');
      expect(run?.error?.length).toBe(32_768);
    });
  });

  test('answers 404 for functions that are not webhooks, disabled or unknown, 405 for other methods, 413 above 1 MiB', async () => {
    await deploy(project, 'called', 'export default () => 1;');
    await deployHook('off', 'return 1;', { enabled: false });
    for (const name of ['called', 'off', 'nobody']) {
      expect(await send(name), name).toMatchObject({ status: 404, body: { code: 'function_not_found' } });
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE']) {
      expect(await send('plain', { method }), method).toMatchObject({
        status: 405,
        body: { code: 'method_not_allowed' },
      });
    }
    const most = 1_048_576;
    await deployHook('size', 'return ctx.request.body.length;');
    expect((await send('size', { body: new Uint8Array(most) })).text).toBe(String(most));
    expect(await send('size', { body: new Uint8Array(most + 1) })).toMatchObject({
      status: 413,
      body: { code: 'payload_too_large' },
    });
  });

  test('records the request without its credentials, and can run it again', async () => {
    await deployHook('kept', `return { text: await ctx.request.text(), event: ctx.request.headers.get('x-event') };`);
    await send('kept', {
      body: '{"a":1}',
      headers: { 'x-event': 'made', authorization: 'Bearer token', cookie: 'a=b' },
    });
    const [first] = await runsOf(project, 'kept');
    const payload = first?.payload as { headers: [string, string][]; body: string; method: string };
    expect(payload).toMatchObject({ method: 'POST', body: '{"a":1}' });
    expect(payload.headers).toContainEqual(['x-event', 'made']);
    expect(payload.headers.map(([name]) => name)).not.toContain('authorization');
    expect(payload.headers.map(([name]) => name)).not.toContain('cookie');
    const again = await project.cloudApi('/functions/kept/run', { json: { run_id: first?.id } });
    expect(again.body).toMatchObject({ data: { trigger: 'manual', status: 'succeeded', payload } });
  });
});
