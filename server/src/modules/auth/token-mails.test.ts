import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestClock,
  createVisitor,
  ENGINES,
  linkIn,
  newEmail,
  receivedMails,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
} from '../../../test/index.ts';
import { rawRequest } from '../../../test/raw-request.ts';

const NEW_PASSWORD = 'quite another password';
const MINUTE_MS = 60_000;

interface Failure {
  readonly code: string;
}

describe.each(ENGINES)('mails with tokens on %s', (engine) => {
  const clock = createTestClock(Date.now());
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    project = await server.createProject();
  });
  afterAll(() => server?.close());

  const post = (path: string, json: object) => project.api<Failure>(path, { json });
  const newestToken = async (email: string) =>
    linkIn((await receivedMails(server, email)).at(-1)).searchParams.get('token') ?? '';
  /** Waits for the first mail, because mails that are due at the same time arrive in any order. */
  const signUpAndWait = async () => {
    const user = await signUp(project.api);
    expect(await receivedMails(server, user.email)).toHaveLength(1);
    return user;
  };
  const newest = async (email: string) => (await receivedMails(server, email)).at(-1)?.subject;

  test('a verification token works once, even if fifty requests use it at once, and only for verification', async () => {
    const { email, api } = await signUp(project.api);
    const token = await newestToken(email);
    expect((await post('/auth/reset-password', { token, password: NEW_PASSWORD })).body.code).toBe('invalid_token');
    const send = () => api('/auth/verify-email', { json: { token } });
    const replies = await Promise.all(Array.from({ length: 50 }, send));
    const statuses = replies.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array<number>(49).fill(400)]);
    expect((await post('/auth/verify-email', { token })).body.code).toBe('invalid_token');
    expect((await api('/auth/me')).text).toContain('"email_verified":true');
    // The address is already confirmed, so no mail is sent.
    await post('/auth/resend-verification', { email });
    expect(await receivedMails(server, email)).toHaveLength(1);
  });

  test('a reset sets the password, confirms the address and ends every session; a weak password does not spend the token', async () => {
    const user = await signUpAndWait();
    await post('/auth/forgot-password', { email: user.email });
    const token = await newestToken(user.email);
    const weak = await post('/auth/reset-password', { token, password: 'password123' });
    expect([weak.status, weak.body.code]).toEqual([400, 'weak_password']);
    expect((await user.api('/auth/me')).status).toBe(200);
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => post('/auth/reset-password', { token, password: NEW_PASSWORD })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(400)]);
    expect((await user.copy().api('/auth/me')).status).toBe(401);
    expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(401);
    const login = (password: string) =>
      createVisitor(project.api).api('/auth/login', { json: { email: user.email, password } });
    expect((await login(USER_PASSWORD)).status).toBe(401);
    const signedIn = await login(NEW_PASSWORD);
    expect(signedIn.text).toContain('"email_verified":true');
    expect(await newest(user.email)).toBe('Your password was changed');
  });

  test('a reset token is valid for 60 minutes, and ends when the password changes', async () => {
    const user = await signUpAndWait();
    await post('/auth/forgot-password', { email: user.email });
    const late = await newestToken(user.email);
    clock.advance(60 * MINUTE_MS);
    expect((await post('/auth/reset-password', { token: late, password: NEW_PASSWORD })).body.code).toBe(
      'invalid_token',
    );
    await post('/auth/forgot-password', { email: user.email });
    const token = await newestToken(user.email);
    await user.api('/auth/refresh', { method: 'POST' });
    const change = { current_password: USER_PASSWORD, new_password: NEW_PASSWORD };
    expect((await user.api('/auth/change-password', { json: change })).status).toBe(200);
    const reply = await post('/auth/reset-password', { token, password: 'yet another password' });
    expect([reply.status, reply.body.code]).toEqual([400, 'invalid_token']);
  });

  describe('200', () => {
    test('a verification token is valid for 24 hours, and a newer one replaces it', async () => {
      const { email } = await signUp(project.api);
      const first = await newestToken(email);
      await post('/auth/resend-verification', { email });
      const second = await newestToken(email);
      expect((await post('/auth/verify-email', { token: first })).body.code).toBe('invalid_token');
      clock.advance(24 * 60 * MINUTE_MS);
      expect((await post('/auth/verify-email', { token: second })).body.code).toBe('invalid_token');
      await post('/auth/resend-verification', { email });
      const third = await newestToken(email);
      clock.advance(24 * 60 * MINUTE_MS - 1);
      expect((await post('/auth/verify-email', { token: third, password: USER_PASSWORD })).status).toBe(200);
    });
  });

  describe('202', () => {
    test('requests for mails get the same answer for every address, and only users receive mail', async () => {
      const { email } = await signUp(project.api);
      const stranger = newEmail();
      for (const path of ['/auth/forgot-password', '/auth/resend-verification']) {
        const [known, unknown] = [await post(path, { email }), await post(path, { email: stranger })];
        for (const reply of [known, unknown]) expect([reply.status, reply.body]).toEqual([202, { count: 1 }]);
        expect([...known.headers.keys()]).toEqual([...unknown.headers.keys()]);
      }
      const subjects = (await receivedMails(server, email)).map(({ subject }) => subject);
      expect(subjects.sort()).toEqual([
        'Confirm your e-mail address',
        'Confirm your e-mail address',
        'Set a new password',
      ]);
      expect(await receivedMails(server, stranger)).toEqual([]);
    });

    test('links lead to the configured address, whatever headers the request has', async () => {
      const { email } = await signUpAndWait();
      const json = JSON.stringify({ email });
      const lines = [
        `POST /api/baas/${project.id}/auth/forgot-password HTTP/1.1`,
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'X-Forwarded-Proto: https',
        'Forwarded: host=evil.example;proto=https',
        `Authorization: Bearer ${project.publicKey}`,
        'Content-Type: application/json',
        `Content-Length: ${json.length}`,
      ];
      const reply = await rawRequest(Number(new URL(server.url).port), `${lines.join('\r\n')}\r\n\r\n${json}`);
      expect(reply.status).toBe(202);
      const mail = (await receivedMails(server, email)).at(-1);
      const { origin, pathname, search } = linkIn(mail);
      expect([origin, pathname]).toEqual([server.url, `/api/baas/${project.id}/auth/reset`]);
      expect(search).toMatch(/^\?token=[\w-]{43}$/);
      expect(`${mail?.text}${mail?.html}`).not.toContain('evil');
    });
  });

  describe('400', () => {
    test.each([
      ['', 'empty'],
      ['x'.repeat(43), 'made up'],
      ["' OR 1=1 --", 'hostile'],
    ])('the token %j, which is %s, is refused', async (token) => {
      for (const path of ['/auth/verify-email', '/auth/reset-password']) {
        const body = path.endsWith('email') ? { token } : { token, password: NEW_PASSWORD };
        const reply = await post(path, body);
        expect([reply.status, reply.body.code]).toEqual([400, 'invalid_token']);
      }
    });

    test.each([
      'https://evil.example/',
      'https://localhost.evil.example/',
      'http://localhost:5173@evil.example/',
      'http://localhost:5173\\@evil.example/',
      '//evil.example/',
      '/relative',
      'javascript:alert(1)',
      'http:evil.example',
      'http://local\nhost:5173/',
      'http://user:secret@localhost:5173/',
      '',
    ])('redirects outside the allowed origins are refused: %j', async (redirect_to) => {
      const email = newEmail();
      for (const path of ['/auth/forgot-password', '/auth/resend-verification', '/auth/signup']) {
        const body = { email, redirect_to, ...(path.endsWith('signup') && { password: USER_PASSWORD }) };
        const reply = await post(path, body);
        expect([reply.status, reply.body.code]).toEqual([400, 'validation_failed']);
      }
      expect(await receivedMails(server, email)).toEqual([]);
    });
  });

  test('a malformed address gets a clear error', async () => {
    for (const email of ['', 'nobody', 'a@b@c', 'a@example.com, b@example.com']) {
      expect((await post('/auth/forgot-password', { email })).body.code).toBe('validation_failed');
    }
  });
});
