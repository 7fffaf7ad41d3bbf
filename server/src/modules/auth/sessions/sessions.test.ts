import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createTestClock,
  createVisitor,
  ENGINES,
  type SignedInBody,
  signUp,
  startTestServer,
  type TestProject,
  type TestServer,
  USER_PASSWORD,
} from '../../../../test/index.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface Failure {
  readonly code: string;
}

describe.each(ENGINES)('sessions on %s', (engine) => {
  const clock = createTestClock(Date.now());
  let server: TestServer;
  let project: TestProject;
  let names: { session: string; refresh: string; hint: string };
  beforeAll(async () => {
    server = await startTestServer({ engine, clock, config: { mode: 'development' } });
    project = await server.createProject();
    names = {
      session: `${project.id}_session`,
      refresh: `${project.id}_refresh`,
      hint: `${project.id}_signed_in`,
    };
  });
  afterAll(() => server?.close());

  test('on http the cookies have exactly the documented names and attributes, and bodies contain no token', async () => {
    const user = await signUp(project.api);
    const reply = await createVisitor(project.api).api('/auth/login', {
      json: { email: user.email, password: USER_PASSWORD },
    });
    const token = '[A-Za-z0-9_-]{22}\\.0\\.[A-Za-z0-9_-]{43}';
    const [session, refresh, hint, ...more] = reply.headers.getSetCookie();
    const device = new RegExp(`^${project.id}_device=[\\w.-]{60}; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax$`);
    expect(more).toEqual([expect.stringMatching(device)]);
    expect(session).toMatch(new RegExp(`^${names.session}=${token}; Max-Age=900; Path=/; HttpOnly; SameSite=Lax$`));
    expect(refresh).toMatch(new RegExp(`^${names.refresh}=${token}; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax$`));
    expect(hint).toBe(`${names.hint}=1; Max-Age=2592000; Path=/; SameSite=Lax`);
    const values = [session, refresh].map((line) => line?.split(';')[0]?.split('=')[1] ?? '');
    for (const value of values) expect(reply.text).not.toContain(value);
    expect(reply.headers.get('cache-control')).toBe('private, no-store');
  });

  test('the cookie works only with the public key of its own project', async () => {
    const user = await signUp(project.api);
    const other = await server.createProject();
    const cookie = `${names.session}=${user.cookies.get(names.session)}`;
    expect((await user.api('/auth/me')).status).toBe(200);
    // No user of the other project has this session, although the request sends the cookie under its name.
    const elsewhere = `${cookie}; ${other.id}_session=${user.cookies.get(names.session)}`;
    const reply = await other.api<Failure>('/auth/me', { headers: { cookie: elsewhere } });
    expect([reply.status, reply.body.code]).toEqual([401, 'not_authenticated']);
    const foreignKey = await project.api<Failure>('/auth/me', { key: other.publicKey, headers: { cookie } });
    expect([foreignKey.status, foreignKey.body.code]).toEqual([401, 'invalid_key']);
    const secret = await project.secretApi<Failure>('/auth/me', { headers: { cookie } });
    expect([secret.status, secret.body.code]).toEqual([401, 'not_authenticated']);
    const all = Array.from(user.cookies, (pair) => pair.join('=')).join('; ');
    const refreshed = await project.secretApi<Failure>('/auth/refresh', { method: 'POST', headers: { cookie: all } });
    expect([refreshed.status, refreshed.body.code]).toEqual([401, 'session_expired']);
    const ended = await project.secretApi('/auth/logout', { method: 'POST', headers: { cookie: all } });
    expect([ended.status, ended.body]).toEqual([200, { count: 0 }]);
    expect((await user.api('/auth/me')).status).toBe(200);
  });

  test('requests without cookies are anonymous; with only a refresh cookie they get session_expired', async () => {
    const user = await signUp(project.api);
    const table = await project.createTable({ columns: [], rules: { read: 'public' } });
    expect((await project.api<Failure>('/auth/me')).body.code).toBe('not_authenticated');
    user.cookies.delete(names.session);
    for (const path of ['/auth/me', '/auth/sessions', `/data/${table}`]) {
      const reply = await user.api<Failure>(path);
      expect([reply.status, reply.body.code], path).toEqual([401, 'session_expired']);
    }
    // Sign-ins, and calls that need no user, still work.
    expect((await user.api('/auth/config')).status).toBe(200);
    expect((await user.api('/auth/login', { json: { email: user.email, password: USER_PASSWORD } })).status).toBe(200);
    expect((await user.api('/auth/me')).status).toBe(200);
  });

  test.each([
    ['cut short', (token: string) => token.slice(0, -1)],
    ['longer', (token: string) => `${token}A`],
    ['of another tag', (token: string) => `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`],
    ['of a later counter', (token: string) => token.replace('.0.', '.1.')],
    ['of another session', (token: string) => `AAAAAAAAAAAAAAAAAAAAAA${token.slice(22)}`],
    ['of random bytes', () => 'x'.repeat(66)],
    ['as long as a header may be', () => 'x'.repeat(16_000)],
    ['hostile', () => "'%00--"],
  ])('a token that is %s signs nobody in and ends no session', async (_, change) => {
    const user = await signUp(project.api);
    const forged = user.copy();
    for (const name of [names.session, names.refresh]) forged.cookies.set(name, change(user.cookies.get(name) ?? ''));
    const me = await forged.copy().api<Failure>('/auth/me');
    expect([me.status, me.body.code]).toEqual([401, 'session_expired']);
    const refreshed = await forged.copy().api<Failure>('/auth/refresh', { method: 'POST' });
    expect([refreshed.status, refreshed.body.code]).toEqual([401, 'session_expired']);
    const loggedOut = await forged.copy().api<{ count: number }>('/auth/logout', { method: 'POST' });
    expect([loggedOut.status, loggedOut.body.count]).toEqual([200, 0]);
    expect((await user.api('/auth/me')).status).toBe(200);
  });

  test('session tokens do not refresh, and refresh tokens do not sign in', async () => {
    const { cookies, copy } = await signUp(project.api);
    const swapped = copy();
    swapped.cookies.set(names.session, cookies.get(names.refresh) ?? '');
    swapped.cookies.set(names.refresh, cookies.get(names.session) ?? '');
    expect((await swapped.copy().api('/auth/me')).status).toBe(401);
    expect((await swapped.copy().api('/auth/refresh', { method: 'POST' })).status).toBe(401);
  });

  test('a refresh rotates the pair; repeating it returns the same pair, and an older token ends the session', async () => {
    const user = await signUp(project.api);
    const first = user.copy();
    const refreshed = await user.api<SignedInBody>('/auth/refresh', { method: 'POST' });
    expect(refreshed.status).toBe(200);
    expect(refreshed.body.data).toMatchObject({ user: { id: user.user.id }, session: { id: user.session.id } });
    expect(user.cookies.get(names.session)).not.toBe(first.cookies.get(names.session));
    // A lost answer or a faster tab must not sign the user out.
    const late = first.copy();
    expect((await late.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    expect(Object.fromEntries(late.cookies)).toEqual(Object.fromEntries(user.cookies));
    expect((await user.api('/auth/me')).status).toBe(200);
    expect((await late.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    // Two steps behind means that a copy exists, and the service cannot tell which holder is genuine.
    const stolen = await first.api<Failure>('/auth/refresh', { method: 'POST' });
    expect([stolen.status, stolen.body.code]).toEqual([401, 'session_expired']);
    expect([...first.cookies.keys()]).toEqual([`${project.id}_device`]);
    expect((await late.api<Failure>('/auth/me')).body.code).toBe('session_expired');
    expect((await late.api('/auth/refresh', { method: 'POST' })).status).toBe(401);
  });

  test('after a refresh the previous session cookie works for ten more seconds, but never past its own expiry', async () => {
    const user = await signUp(project.api);
    const before = user.copy();
    expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    expect((await before.api('/auth/me')).status).toBe(200);
    clock.advance(9_999);
    expect((await before.api('/auth/me')).status).toBe(200);
    // Repeating the refresh does not extend this time.
    expect((await before.copy().api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    clock.advance(1);
    expect((await before.api<Failure>('/auth/me')).body.code).toBe('session_expired');
    expect((await user.api('/auth/me')).status).toBe(200);

    clock.advance(15 * MINUTE_MS - 1 - 4_000);
    const last = user.copy();
    expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    clock.advance(3_999);
    expect((await last.api('/auth/me')).status).toBe(200);
    clock.advance(1);
    expect((await last.api<Failure>('/auth/me')).body.code).toBe('session_expired');
  });

  test('session cookies from two refreshes ago, or of an ended session, are refused', async () => {
    const user = await signUp(project.api);
    const oldest = user.copy();
    await user.api('/auth/refresh', { method: 'POST' });
    const before = user.copy();
    await user.api('/auth/refresh', { method: 'POST' });
    expect((await oldest.api<Failure>('/auth/me')).body.code).toBe('session_expired');
    expect((await before.api('/auth/me')).status).toBe(200);
    await user.api('/auth/logout', { method: 'POST' });
    expect((await before.api('/auth/me')).status).toBe(401);
  });

  test('a refresh accepts no fields, and a request with fields changes nothing', async () => {
    const user = await signUp(project.api);
    const before = new Map(user.cookies);
    const refused = await user.api<Failure>('/auth/refresh', { json: { refresh_token: 'x' } });
    expect([refused.status, refused.body.code]).toEqual([400, 'validation_failed']);
    expect(user.cookies).toEqual(before);
    expect((await user.api('/auth/refresh', { json: {} })).status).toBe(200);
    expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
  });

  test('fifty concurrent refreshes with one token get the same pair, one step ahead', async () => {
    const user = await signUp(project.api);
    const tabs = Array.from({ length: 50 }, () => user.copy());
    const replies = await Promise.all(tabs.map((tab) => tab.api('/auth/refresh', { method: 'POST' })));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(new Set(tabs.map(({ cookies }) => cookies.get(names.refresh))).size).toBe(1);
    expect(tabs[0]?.cookies.get(names.refresh)).toContain('.1.');
    expect((await tabs[7]?.api('/auth/me'))?.status).toBe(200);
  });

  test('a session lasts 15 minutes, can be refreshed until 30 days after the last refresh, and then expires', async () => {
    const user = await signUp(project.api);
    clock.advance(15 * MINUTE_MS - 1);
    expect((await user.api('/auth/me')).status).toBe(200);
    clock.advance(1);
    expect((await user.api<Failure>('/auth/me')).body.code).toBe('session_expired');
    for (const wait of [30 * DAY_MS - 15 * MINUTE_MS - 1, 30 * DAY_MS - 1]) {
      clock.advance(wait);
      expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
      expect((await user.api('/auth/me')).status).toBe(200);
    }
    clock.advance(30 * DAY_MS);
    expect((await user.api<Failure>('/auth/refresh', { method: 'POST' })).body.code).toBe('session_expired');
    expect([...user.cookies.keys()]).toEqual([`${project.id}_device`]);
  });

  test('owners can shorten both lifetimes', async () => {
    const own = await server.createProject();
    const json = { auth: { session_minutes: 5, refresh_days: 1 } };
    expect((await own.cloudApi('/settings', { method: 'PATCH', json })).status).toBe(200);
    const user = await signUp(own.api);
    clock.advance(5 * MINUTE_MS - 1);
    expect((await user.api('/auth/me')).status).toBe(200);
    clock.advance(1);
    expect((await user.api<Failure>('/auth/me')).body.code).toBe('session_expired');
    expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
    clock.advance(DAY_MS);
    expect((await user.api<Failure>('/auth/refresh', { method: 'POST' })).body.code).toBe('session_expired');
  });

  test('a clock that jumps an hour either way signs nobody out', async () => {
    const user = await signUp(project.api);
    for (const jump of [60 * MINUTE_MS, -120 * MINUTE_MS, 60 * MINUTE_MS]) {
      clock.advance(jump);
      if ((await user.api('/auth/me')).status === 200) continue;
      expect((await user.api('/auth/refresh', { method: 'POST' })).status).toBe(200);
      expect((await user.api('/auth/me')).status).toBe(200);
    }
  });

  test('logging out ends the session at once, all of them with "global", and may be repeated', async () => {
    const { email, api, copy } = await signUp(project.api);
    const elsewhere = createVisitor(project.api);
    await elsewhere.api('/auth/login', { json: { email, password: USER_PASSWORD } });
    const stolen = copy();
    const out = await api('/auth/logout', { json: { scope: 'local' } });
    expect([out.status, out.body]).toEqual([200, { count: 1 }]);
    expect(out.headers.getSetCookie()).toEqual([
      `${names.session}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
      `${names.hint}=; Max-Age=0; Path=/; SameSite=Lax`,
      `${names.refresh}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`,
    ]);
    expect((await stolen.api('/auth/me')).status).toBe(401);
    expect((await stolen.copy().api('/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await elsewhere.api('/auth/me')).status).toBe(200);
    expect((await stolen.api('/auth/logout', { method: 'POST' })).body).toEqual({ count: 0 });

    const third = createVisitor(project.api);
    await third.api('/auth/login', { json: { email, password: USER_PASSWORD } });
    expect((await third.copy().api('/auth/logout', { json: { scope: 'global' } })).body).toEqual({ count: 2 });
    expect([(await third.api('/auth/me')).status, (await elsewhere.api('/auth/me')).status]).toEqual([401, 401]);
    expect((await third.api('/auth/logout', { json: { scope: 'all' } })).status).toBe(400);
  });

  test('users list and end their own sessions; those of others get 404', async () => {
    const { email, api } = await signUp(project.api);
    const stranger = await signUp(project.api);
    const phone = createVisitor(project.api);
    const login = { json: { email, password: USER_PASSWORD }, headers: { 'user-agent': 'Phone/1.0' } };
    const { session } = (await phone.api<SignedInBody>('/auth/login', login)).body.data;
    const list = await api<{ data: readonly Record<string, unknown>[]; count: number }>('/auth/sessions');
    expect(list.body.count).toBe(2);
    expect(list.body.data[0]).toEqual({
      id: session.id,
      created_at: expect.stringMatching(/Z$/),
      last_seen_at: expect.stringMatching(/Z$/),
      ip: '127.0.0.1',
      user_agent: 'Phone/1.0',
      current: false,
    });
    expect(list.body.data[1]).toMatchObject({ current: true });
    const path = `/auth/sessions/${session.id}`;
    expect((await stranger.api<Failure>(path, { method: 'DELETE' })).body.code).toBe('not_found');
    expect((await api<Failure>('/auth/sessions/nonsense', { method: 'DELETE' })).status).toBe(404);
    expect((await phone.api('/auth/me')).status).toBe(200);
    expect((await api(path, { method: 'DELETE' })).body).toEqual({ count: 1 });
    expect((await phone.api('/auth/me')).status).toBe(401);
    expect((await api(path, { method: 'DELETE' })).status).toBe(404);
    expect((await api('/auth/me')).status).toBe(200);
  });

  test('a login creates a new session and leaves one planted in the browser unchanged', async () => {
    const attacker = await signUp(project.api);
    const { email, user } = await signUp(project.api);
    const victim = attacker.copy();
    await victim.api('/auth/login', { json: { email, password: USER_PASSWORD } });
    expect((await victim.api<SignedInBody>('/auth/me')).body.data.user.id).toBe(user.id);
    expect((await attacker.api<SignedInBody>('/auth/me')).body.data.user.id).toBe(attacker.user.id);
  });

  test('a foreign web page can neither sign in nor use the cookies; an allowed one can', async () => {
    const user = await signUp(project.api);
    const table = await project.createTable({ columns: [], rules: { create: 'authenticated' } });
    const login = { json: { email: user.email, password: USER_PASSWORD } };
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      for (const path of ['/auth/login', '/auth/refresh', '/auth/logout', `/data/${table}`]) {
        const json = path === '/auth/login' ? login.json : {};
        const reply = await user.api<Failure>(path, { json, headers });
        expect([reply.status, reply.body.code], path).toEqual([403, 'origin_not_allowed']);
        expect(reply.headers.get('access-control-allow-origin')).toBeNull();
      }
    }
    const own = await user.api('/auth/login', { ...login, headers: { origin: 'http://localhost:5173' } });
    expect(own.status).toBe(200);
    expect(own.headers.get('access-control-allow-credentials')).toBe('true');
    expect(own.headers.get('vary')).toBe('Origin');
  });
});
