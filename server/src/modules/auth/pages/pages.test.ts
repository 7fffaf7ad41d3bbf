import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createApi,
  createVisitor,
  ENGINES,
  linkIn,
  receivedMails,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
} from '../../../../test/index.ts';

import { openRaw, rawRequest } from '../../../../test/raw-request.ts';

const NEW_PASSWORD = 'quite another password';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const TARGET = 'http://localhost:5173/welcome?from=mail';

describe.each(ENGINES)('the pages that mails link to on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine, config: { mode: 'development' } });
    project = await server.createProject({ name: 'Tea & <Co>' });
  });
  afterAll(() => server?.close());

  /** Sends no key, like a browser that opens a link. */
  const open = async (email: string) => {
    const link = linkIn((await receivedMails(server, email)).at(-1));
    const path = `${link.pathname}${link.search}`;
    const token = link.searchParams.get('token') ?? '';
    const browse = createApi(server.url);
    return {
      token,
      get: () => browse(path),
      head: () => browse(path, { method: 'HEAD' }),
      post: (fields: Record<string, string>) =>
        browse(path, { method: 'POST', headers: FORM, body: new URLSearchParams(fields).toString() }),
    };
  };

  test('opening the pages never spends the token; only submitting the form does', async () => {
    const { email, api } = await signUp(project.api);
    const page = await open(email);
    for (const look of [page.get, page.head, page.get]) expect((await look()).status).toBe(200);
    expect((await api('/auth/me')).text).toContain('"email_verified":false');
    const asked = await page.post({ token: page.token });
    expect([asked.status, asked.text.includes('autocomplete="current-password"')]).toEqual([400, true]);
    expect((await api('/auth/me')).text).toContain('"email_verified":false');
    const sent = await page.post({ token: page.token, password: USER_PASSWORD });
    expect([sent.status, sent.headers.get('location')]).toEqual([200, null]);
    expect((await api('/auth/me')).text).toContain('"email_verified":true');
    for (const again of [await page.get(), await page.post({ token: page.token })]) {
      expect([again.status, again.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
      expect(again.text).toContain('no longer valid');
    }
  });

  test('have no script, load nothing, refuse framing, and are neither cached nor sent as referrer', async () => {
    const { email } = await signUp(project.api);
    const { headers, text } = await (await open(email)).get();
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[\w+/=]+'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'$/,
      ),
      'cache-control': 'private, no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
    });
    expect(text).not.toMatch(/<script|<link|<img|src=|@import|url\(/i);
    expect(text).toContain('Tea &amp; &lt;Co&gt;');
    expect(text).not.toContain('<Co>');
  });

  test('the reset page keeps its link when a password is refused, and signs nobody in', async () => {
    const { email, api } = await signUp(project.api);
    // Mails that are due at the same time arrive in any order.
    await receivedMails(server, email);
    await project.api('/auth/forgot-password', { json: { email } });
    const page = await open(email);
    const form = await page.get();
    expect(form.text).toContain('autocomplete="new-password" minlength="8"');
    const weak = await page.post({ token: page.token, password: 'password1' });
    expect(weak.status).toBe(400);
    expect(weak.text).toContain('role="alert"');
    expect(weak.text).toContain(page.token);
    const done = await page.post({ token: page.token, password: NEW_PASSWORD });
    expect(done.status).toBe(200);
    // The browser is known now, but not signed in.
    expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^[\w-]+_device=/)]);
    expect((await api('/auth/me')).status).toBe(401);
    const login = await createVisitor(project.api).api('/auth/login', { json: { email, password: NEW_PASSWORD } });
    expect(login.status).toBe(200);
  });

  test("continue to the app's chosen address, if its origin is allowed", async () => {
    const own = await server.createProject();
    const json = { allowed_origins: ['https://app.example'] };
    await own.cloudApi('', { method: 'PATCH', json });
    const { email } = await signUp(own.api);
    await receivedMails(server, email);
    for (const [redirect_to, isLeft] of [
      [TARGET, false],
      ['https://app.example/done', true],
    ] as const) {
      await own.api('/auth/forgot-password', { json: { email, redirect_to } });
      const page = await open(email);
      const { origin } = new URL(redirect_to);
      const policy = (await page.get()).headers.get('content-security-policy');
      expect(policy).toContain(`form-action 'self' ${origin};`);
      if (isLeft) await own.cloudApi('', { method: 'PATCH', json: { allowed_origins: [] } });
      const sent = await page.post({ token: page.token, password: NEW_PASSWORD });
      const expected = isLeft ? [200, null] : [303, redirect_to];
      expect([sent.status, sent.headers.get('location')]).toEqual(expected);
    }
  });

  test('refuse forms that are too large or end early, like any other body', async () => {
    const head = (bytes: number): string =>
      [
        `POST /api/baas/${project.id}/auth/reset HTTP/1.1`,
        'Host: x',
        `Content-Type: ${FORM['content-type']}`,
        `Content-Length: ${bytes}`,
        '',
        'token=',
      ].join('\r\n');
    const port = Number(new URL(server.url).port);
    // The service refuses by the declared length, without waiting for the body.
    expect((await rawRequest(port, head(16_385).replace('token=', '\r\n'))).status).toBe(413);
    const connection = await openRaw(port);
    connection.write(head(100).replace('token=', '\r\ntoken='));
    connection.destroy();
    const next = await open((await signUp(project.api)).email);
    expect((await next.get()).status).toBe(200);
  });

  test('invalid tokens, wrong body types and unknown projects get clear statuses', async () => {
    const { email } = await signUp(project.api);
    const { token } = await open(email);
    const api = createApi(server.url);
    const other = await server.createProject();
    const statuses = await Promise.all([
      api(`/api/baas/${project.id}/auth/verify`),
      api(`/api/baas/${project.id}/auth/verify?token=${'x'.repeat(43)}`),
      api(`/api/baas/${project.id}/auth/reset?token=${token}`),
      api(`/api/baas/${other.id}/auth/verify?token=${token}`),
      api(`/api/baas/nothing-here/auth/verify?token=${token}`),
      api(`/api/baas/${project.id}/auth/verify`, { json: { token } }),
      api(`/api/baas/${project.id}/auth/verify`, {
        method: 'POST',
        headers: FORM,
        body: `token=${'x'.repeat(20_000)}`,
      }),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([400, 400, 400, 400, 404, 415, 413]);
  });
});
