import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connect, fund } from '../../../test/billing.ts';
import { deploy } from '../../../test/functions.ts';
import { createTestClock, ENGINES, startTestServer, type TestProject, type TestServer } from '../../../test/index.ts';
import { RESEND_KEY, type ScriptedMailProvider, startResend } from '../../../test/providers/index.ts';

const USER = { id: '0199aaaa-0000-7000-8000-000000000001', email: 'ann@example.com' };
const MAIL = { to: 'ben@example.com', subject: 'Hello', text: 'How are you?' };

describe.each(ENGINES)('integrations on %s', (engine) => {
  let resend: ScriptedMailProvider;
  let server: TestServer;
  beforeAll(async () => {
    resend = await startResend();
    server = await startTestServer({ engine, config: { outboundAllow: [resend.receiver.host], rateLimits: true } });
  });
  afterAll(async () => {
    await server?.close();
    await resend?.[Symbol.asyncDispose]();
  });

  const options = () => ({
    provider: 'resend',
    from: 'App <app@example.com>',
    api_key: RESEND_KEY,
    base_url: resend.url,
    recipients: 'anyone',
  });
  const put = (project: TestProject, kind: string, json: object) =>
    project.cloudApi(`/integrations/${kind}`, { method: 'PUT', json });
  const test_ = (project: TestProject) => project.cloudApi('/integrations/email/test', { method: 'POST' });

  test('are connected, shown without credentials, changed, tested and disconnected', async () => {
    const project = await server.createProject();
    expect((await project.cloudApi('/integrations')).body).toMatchObject({
      count: 3,
      data: [{ connected: false }, {}, {}],
    });
    expect((await project.cloudApi('/integrations/email')).status).toBe(404);
    expect((await test_(project)).body).toMatchObject({ code: 'integration_not_connected' });
    const created = await put(project, 'email', options());
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      data: { kind: 'email', connected: true, provider: 'resend', has_api_key: true },
    });
    expect((await test_(project)).body).toEqual({ data: { ok: true, error: null }, count: 1 });
    const { api_key: _, ...others } = options();
    const changed = await put(project, 'email', { ...others, from: 'boss@example.com' });
    expect([changed.status, changed.body]).toMatchObject([200, { data: { from: 'boss@example.com' } }]);
    expect((await test_(project)).body).toMatchObject({ data: { ok: true } });
    await put(project, 'email', { ...options(), api_key: 're_wrong_0123456789' });
    const refused = await test_(project);
    expect(refused.body).toMatchObject({ data: { ok: false, error: expect.stringContaining('API key is invalid') } });
    for (const path of ['/integrations', '/integrations/email', '/audit']) {
      const { text } = await project.cloudApi(path);
      expect(text).not.toContain(RESEND_KEY);
      expect(text).not.toContain('re_wrong');
    }
    expect((await project.cloudApi('/integrations/email', { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await project.cloudApi('/integrations/email', { method: 'DELETE' })).status).toBe(404);
    expect((await project.cloudApi('/audit')).text).toContain('integration.disconnect');
  });

  test.each([
    ['an unknown kind', 'fax', {}, 404],
    ['an unknown provider', 'email', { provider: 'pigeon' }, 400],
    ['a field of another provider', 'email', { host: 'x' }, 400],
    ['no key', 'email', { api_key: undefined }, 400],
    ['an invalid sender address', 'email', { from: 'nobody' }, 400],
    ['a header in the sender', 'email', { from: 'App\r\nBcc: x <app@example.com>' }, 400],
    ['an address with credentials', 'email', { base_url: 'https://user:password@example.com' }, 400],
    ['an address that is private', 'email', { base_url: 'http://169.254.169.254' }, 400],
    ['an address of another kind', 'email', { base_url: 'file:///etc/passwd' }, 400],
  ])('cannot be created with %s', async (_, kind, changes, status) => {
    const project = await server.createProject();
    expect((await put(project, kind, { ...options(), ...changes })).status).toBe(status);
    expect((await project.cloudApi('/integrations')).text).not.toContain('"connected":true');
  });

  describe('400', () => {
    test('require the credentials again when their provider or address changes', async () => {
      const project = await server.createProject();
      await connect(project, 'email', options());
      const { api_key: _, base_url: __, ...others } = options();
      expect((await put(project, 'email', others)).body).toMatchObject({
        code: 'validation_failed',
        details: { fields: { api_key: expect.stringContaining('sent again') } },
      });
      expect((await put(project, 'email', { ...others, provider: 'sendgrid' })).status).toBe(400);
    });
  });

  describe('409', () => {
    test('of one project cannot be used by another', async () => {
      const [one, other] = [await server.createProject(), await server.createProject()];
      await connect(one, 'email', options());
      await fund(one);
      await fund(other);
      const answer = await other.secretApi('/functions/send_email/invoke', { json: MAIL });
      expect([answer.status, answer.body]).toMatchObject([409, { code: 'integration_not_connected' }]);
    });
  });

  describe('502', () => {
    test('never connect to private addresses or without TLS', async () => {
      const project = await server.createProject();
      await fund(project);
      await connect(project, 'email', { ...options(), base_url: 'http://localhost:1' });
      const blocked = await project.secretApi('/functions/send_email/invoke', { json: MAIL });
      expect([blocked.status, blocked.text]).toEqual([502, expect.stringContaining('blocked_address')]);
      await connect(project, 'email', { provider: 'smtp', from: 'a@example.com', host: '127.0.0.1', port: 25 });
      const smtp = await project.secretApi('/functions/send_email/invoke', { json: MAIL });
      expect([smtp.status, smtp.text]).toEqual([502, expect.stringContaining('blocked_address')]);
    });
  });

  test('add functions that are listed and can be restricted or disabled like others', async () => {
    const project = await server.createProject();
    await fund(project);
    await connect(project, 'email', options());
    const listed = { name: 'send_email', trigger: 'http', access: 'authenticated', description: expect.any(String) };
    expect((await project.secretApi('/functions')).body).toEqual({ data: [listed], count: 1 });
    expect((await project.api('/functions', { user: USER })).body).toEqual({ data: [listed], count: 1 });
    expect((await project.api('/functions')).body).toEqual({ data: [], count: 0 });
    expect((await project.cloudApi('/functions')).body).toMatchObject({
      data: [{ name: 'send_email', origin: 'template' }],
    });
    const change = (json: object) => project.cloudApi('/functions/send_email', { method: 'PUT', json });
    expect((await project.api('/functions/send_email/invoke', { json: MAIL })).status).toBe(401);
    expect((await change({ access: 'role:boss' })).body).toMatchObject({
      data: { access: 'role:boss', origin: 'template' },
    });
    expect((await project.api('/functions/send_email/invoke', { json: MAIL, user: USER })).status).toBe(403);
    expect(
      (await project.api('/functions/send_email/invoke', { json: MAIL, user: { ...USER, role: 'boss' } })).status,
    ).toBe(200);
    await change({ access: 'public' });
    expect((await project.api('/functions/send_email/invoke', { json: MAIL })).status).toBe(200);
    await change({ access: 'private' });
    expect((await project.api('/functions/send_email/invoke', { json: MAIL, user: USER })).status).toBe(404);
    expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(200);
    await deploy(project, 'mail', `export default (ctx) => ctx.functions.invoke('send_email', ctx.payload)`);
    const nested = await project.api('/functions/mail/invoke', { json: MAIL });
    expect(nested.body).toMatchObject({ data: { success: true, data: { accepted: [MAIL.to] } } });
    await change({ enabled: false });
    expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(404);
    for (const json of [{ source: 'export default () => 1' }, { trigger: 'webhook' }, { timeout_ms: 5 }])
      expect((await change(json)).body).toMatchObject({ code: 'validation_failed' });
    expect((await project.cloudApi('/functions/send_email', { method: 'DELETE' })).status).toBe(400);
    expect((await project.cloudApi('/functions/process_payment')).body).toMatchObject({ data: { enabled: true } });
  });

  test('redact their credentials in errors of functions', async () => {
    const project = await server.createProject();
    await connect(project, 'email', options());
    await deploy(project, 'leak', `export default () => { throw new Error('the key is ${RESEND_KEY}') }`);
    const { text } = await project.api('/functions/leak/invoke', { method: 'POST' });
    expect(text).toContain('the key is [secret]');
  });
});

test('users may send 20 mails an hour or the configured number; keys and functions are not limited', async () => {
  const clock = createTestClock();
  await using resend = await startResend();
  await using server = await startTestServer({
    clock,
    config: { outboundAllow: [resend.receiver.host], rateLimits: true },
  });
  const project = await server.createProject();
  await fund(project);
  await connect(project, 'email', {
    provider: 'resend',
    from: 'a@example.com',
    api_key: RESEND_KEY,
    base_url: resend.url,
    recipients: 'anyone',
  });
  const send = (id: string) => project.api('/functions/send_email/invoke', { json: MAIL, user: { id } });
  for (let n = 0; n < 20; n += 1) {
    expect((await send(USER.id)).status).toBe(200);
    clock.advance(1000);
  }
  const refused = await send(USER.id);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(3600 - 20)]);
  const limitHeaders = ['limit', 'remaining', 'reset'].map((name) => refused.headers.get(`ratelimit-${name}`));
  expect(limitHeaders, 'those of this limit').toEqual(['20', '0', String(3600 - 20)]);
  expect((await send('0199aaaa-0000-7000-8000-000000000002')).status).toBe(200);
  expect((await project.secretApi('/functions/send_email/invoke', { json: MAIL })).status).toBe(200);
  clock.advance(3_600_000);
  expect((await send(USER.id)).status).toBe(200);
  await project.cloudApi('/settings', { method: 'PATCH', json: { limits: { emails_per_user_hour: 1 } } });
  expect((await send(USER.id)).status).toBe(429);
});
