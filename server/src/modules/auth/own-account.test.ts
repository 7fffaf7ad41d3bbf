import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createVisitor,
  ENGINES,
  receivedMails,
  type SignedInBody,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
} from '../../../test/index.ts';

const NEW_PASSWORD = 'quite another password';

interface Failure {
  readonly code: string;
}

describe.each(ENGINES)('the own account on %s', (engine) => {
  let server: TestServer;
  let project: TestProject;
  beforeAll(async () => {
    server = await startTestServer({ engine, config: { mode: 'development' } });
    project = await server.createProject();
  });
  afterAll(() => server?.close());

  const login = async (email: string, password: string) => {
    const visitor = createVisitor(project.api);
    return { ...visitor, reply: await visitor.api<Failure>('/auth/login', { json: { email, password } }) };
  };

  test('users change their own profile fields and no others', async () => {
    const { api, user, session } = await signUp(project.api, { name: 'Ada' });
    const json = { name: null, avatar_url: 'https://example.com/a.png', metadata: { theme: 'dark' } };
    const changed = await api<SignedInBody>('/auth/me', { method: 'PATCH', json });
    expect(changed.status).toBe(200);
    expect(changed.body.data).toMatchObject({ user: { id: user.id, ...json }, session: { id: session.id } });
    const me = await api<SignedInBody>('/auth/me');
    expect(me.body).toEqual(changed.body);
    for (const refused of [
      {},
      { role: 'admin' },
      { email: 'b@example.com' },
      { email_verified: true },
      { disabled: false },
      { name: 'a', id: user.id },
      { avatar_url: 'javascript:alert(1)' },
      { avatar_url: 'https://user:secret@example.com/' },
      { metadata: null },
      { metadata: { __proto__: null, a: '\ud800' } },
    ]) {
      const reply = await api<Failure>('/auth/me', { method: 'PATCH', json: refused });
      expect([reply.status, reply.body.code], JSON.stringify(refused)).toEqual([400, 'validation_failed']);
    }
    expect((await api('/auth/me')).text).toBe(me.text);
    const nobody = await project.api<Failure>('/auth/me', { method: 'PATCH', json });
    expect([nobody.status, nobody.body.code]).toEqual([401, 'not_authenticated']);
  });

  test('changing the password ends the other sessions and takes effect with the next request', async () => {
    const { api, email } = await signUp(project.api);
    const other = await login(email, USER_PASSWORD);
    expect((await other.api('/auth/me')).status).toBe(200);
    const change = (current_password: string, new_password: string) =>
      api<Failure>('/auth/change-password', { json: { current_password, new_password } });
    const wrong = await change('wrong password', NEW_PASSWORD);
    expect([wrong.status, wrong.body.code]).toEqual([401, 'invalid_credentials']);
    expect((await change(USER_PASSWORD, 'short')).body.code).toBe('weak_password');
    expect((await other.api('/auth/me')).status).toBe(200);
    expect((await change(USER_PASSWORD, NEW_PASSWORD)).body).toEqual({ count: 1 });
    expect((await api('/auth/me')).status).toBe(200);
    expect((await api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    expect((await other.copy().api('/auth/me')).status).toBe(401);
    expect((await other.api('/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await login(email, USER_PASSWORD)).reply.body.code).toBe('invalid_credentials');
    expect((await login(email, NEW_PASSWORD)).reply.status).toBe(200);
    const subjects = (await receivedMails(server, email)).map(({ subject }) => subject);
    expect(subjects).toEqual(['Confirm your e-mail address', 'Your password was changed']);
  });

  test('exactly one of twenty concurrent password changes succeeds', async () => {
    const { api, email } = await signUp(project.api);
    const passwords = Array.from({ length: 20 }, (_, index) => `quite another password ${index}`);
    const replies = await Promise.all(
      passwords.map((password) =>
        api('/auth/change-password', { json: { current_password: USER_PASSWORD, new_password: password } }),
      ),
    );
    const winners = passwords.filter((_, index) => replies[index]?.status === 200);
    expect(winners).toHaveLength(1);
    expect((await login(email, winners[0] ?? '')).reply.status).toBe(200);
  });

  test('deleting the account requires its password, ends its sessions and frees the address', async () => {
    const { api, email, copy, user } = await signUp(project.api);
    const elsewhere = copy();
    const remove = (json: object) => api<Failure>('/auth/me', { method: 'DELETE', json });
    expect((await remove({})).status).toBe(400);
    expect((await remove({ password: 'wrong password' })).body.code).toBe('invalid_credentials');
    expect((await api('/auth/me')).status).toBe(200);
    const removed = await remove({ password: USER_PASSWORD });
    expect([removed.status, removed.body]).toEqual([200, { count: 1 }]);
    expect(removed.headers.getSetCookie().every((line) => line.includes('Max-Age=0'))).toBe(true);
    expect((await elsewhere.copy().api('/auth/me')).status).toBe(401);
    expect((await elsewhere.api('/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await login(email, USER_PASSWORD)).reply.body.code).toBe('invalid_credentials');
    expect((await signUp(project.api, { email })).user.id).not.toBe(user.id);
  });
});
