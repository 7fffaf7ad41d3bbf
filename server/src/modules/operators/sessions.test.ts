import { describe, expect, it } from 'vitest';
import { createApi, createTestClock, ENGINES, startTestServer } from '../../../test/index.ts';
import { createOwner, PASSWORD, signIn } from '../../../test/operators.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe.each(ENGINES)('console sessions on %s', (engine) => {
  it('a session starts with the password, is visible in /auth/me, and ends with logout', async () => {
    await using server = await startTestServer({ engine });
    await createOwner(server, 'ann@example.com');
    const ann = await signIn(server, 'ANN@example.com');
    const me = await ann.api<{ data: unknown }>('/auth/me');
    expect(me).toMatchObject({
      status: 200,
      body: { data: { kind: 'account', account: { email: 'ann@example.com' } } },
    });
    const out = await ann.api('/auth/logout', { method: 'POST' });
    expect(out).toMatchObject({ status: 200, body: { count: 1 } });
    expect(out.headers.getSetCookie()).toEqual(['service_operator=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax']);
    expect(await ann.api('/auth/me')).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect(await ann.api('/auth/logout', { method: 'POST' })).toMatchObject({ status: 200, body: { count: 0 } });
  });

  describe('401', () => {
    it('a session ends after seven days', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({ engine, clock });
      const ann = await createOwner(server);
      clock.advance(7 * DAY_MS - 1);
      expect((await ann.api('/auth/me')).status).toBe(200);
      clock.advance(1);
      expect(await ann.api('/auth/me')).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    });

    it('an unknown address and a wrong password get the same words', async () => {
      await using server = await startTestServer({ engine });
      await createOwner(server, 'ann@example.com');
      const answers = await Promise.all(
        [
          { email: 'ann@example.com', password: 'wrong password' },
          { email: 'bob@example.com', password: 'wrong password' },
          { email: 'no address', password: 'wrong password' },
          { email: 'ann@example.com', password: 'short' },
        ].map((json) => server.api<{ error: string; code: string }>('/api/cloud/auth/login', { json })),
      );
      for (const { status, body, headers } of answers) {
        expect([status, body.code, body.error]).toEqual([
          401,
          'invalid_credentials',
          'The address or the password is wrong.',
        ]);
        expect(headers.getSetCookie()).toEqual([]);
      }
    });
  });
});

describe('console sessions', () => {
  it('an unknown address takes as much work as a wrong password', async () => {
    await using server = await startTestServer();
    await createOwner(server, 'ann@example.com');
    const costMsOf = async (email: string): Promise<number> => {
      const costs: number[] = [];
      for (let count = 0; count < 9; count += 1) {
        const before = process.cpuUsage();
        await server.api('/api/cloud/auth/login', { json: { email, password: 'wrong password' } });
        // Includes the thread that hashes passwords.
        const { user, system } = process.cpuUsage(before);
        costs.push((user + system) / 1000);
      }
      return Math.min(...costs);
    };
    const known = await costMsOf('ann@example.com');
    const unknown = await costMsOf('bob@example.com');
    // If the service skipped the password hash, the answer would take a fifth of the work.
    expect(unknown / known).toBeGreaterThan(0.5);
    expect(unknown / known).toBeLessThan(2);
  });

  it('on https the cookie is Secure with the __Host- prefix, and only that name is read', async () => {
    await using server = await startTestServer({ config: { trustedProxies: ['127.0.0.1', '::1'] } });
    await createOwner(server, 'ann@example.com');
    const https = { 'x-forwarded-proto': 'https' };
    const json = { email: 'ann@example.com', password: PASSWORD };
    const answer = await server.api('/api/cloud/auth/login', { json, headers: https });
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Host-service_operator=[\w.-]{60,80}; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
    );
    const value = cookie.split(';')[0] ?? '';
    const me = (sent: string) => server.api('/api/cloud/auth/me', { headers: { ...https, cookie: sent } });
    expect((await me(value)).status).toBe(200);
    expect((await me(value.replace('__Host-', ''))).status).toBe(401);
  });

  describe('401', () => {
    it('for missing or wrong tokens and cookies; a valid cookie does not make up for a wrong token', async () => {
      await using server = await startTestServer();
      const ann = await createOwner(server);
      const wrong: readonly Record<string, string>[] = [
        {},
        { authorization: 'Bearer ct_wrong' },
        { authorization: 'Bearer ' },
        { authorization: `Basic ${server.adminToken}` },
        { authorization: `Bearer ${server.adminToken}x` },
        { authorization: 'Bearer wrong', cookie: ann.cookie },
        { cookie: 'service_operator=' },
        { cookie: `other=${ann.cookie}` },
      ];
      for (const headers of wrong) {
        const answer = await server.api<{ code: string }>('/api/cloud/projects', { headers });
        expect(answer.status, JSON.stringify(headers)).toBe(401);
        expect(['not_authenticated', 'session_expired']).toContain(answer.body.code);
      }
      expect(await server.adminApi('/api/cloud/auth/me')).toMatchObject({
        status: 200,
        body: { data: { kind: 'admin', account: null, session: null }, count: 1 },
      });
    });
  });

  describe('403', () => {
    it('a foreign page cannot use the cookie to change anything', async () => {
      await using server = await startTestServer();
      const ann = await createOwner(server);
      const foreign: readonly Record<string, string>[] = [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { origin: server.url.replace('//', '//sample.') },
        { origin: server.url.replace(/\d+$/, '1') },
        { 'sec-fetch-site': 'cross-site' },
      ];
      for (const headers of foreign) {
        const answer = await ann.api('/projects', { json: { name: 'Stolen' }, headers });
        expect(answer, JSON.stringify(headers)).toMatchObject({ status: 403, body: { code: 'origin_not_allowed' } });
        expect((await ann.api('/auth/logout', { method: 'POST', headers })).status).toBe(403);
      }
      expect((await ann.api<{ count: number }>('/projects')).body.count).toBe(0);
      expect((await ann.api('/projects', { json: { name: 'Own' }, headers: { origin: server.url } })).status).toBe(201);
      const elsewhere = server.url.replace('localhost', '127.0.0.1');
      const sent = { origin: elsewhere, cookie: ann.cookie };
      const created = await createApi(elsewhere)('/api/cloud/projects', { json: { name: 'Own too' }, headers: sent });
      expect(created.status).toBe(201);
    });
  });

  describe('429', () => {
    it('ten failures from one network lock the account for that network only', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({
        clock,
        config: { rateLimits: true, trustedProxies: ['127.0.0.1', '::1'] },
      });
      await createOwner(server, 'ann@example.com');
      const login = (password: string, ip: string) =>
        server.api('/api/cloud/auth/login', {
          json: { email: 'ann@example.com', password },
          headers: { 'x-forwarded-for': ip },
        });
      const wrong = await Promise.all(Array.from({ length: 10 }, () => login('wrong password', '10.0.0.9')));
      expect(wrong.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401));
      clock.advance(60_000);
      const locked = await login(PASSWORD, '10.0.0.9');
      expect(locked).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      expect(Number(locked.headers.get('retry-after'))).toBe(14 * 60);
      expect((await login(PASSWORD, '10.0.2.1')).status).toBe(200);
      clock.advance(15 * 60_000);
      expect((await login(PASSWORD, '10.0.0.9')).status).toBe(200);
    });

    it('for more than ten sign-ins a minute from one address', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({ clock, config: { rateLimits: true } });
      await createOwner(server, 'ann@example.com');
      const login = () =>
        server.api('/api/cloud/auth/login', { json: { email: 'ann@example.com', password: PASSWORD } });
      // The setup counted as one sign-in.
      for (let count = 0; count < 9; count += 1) expect((await login()).status).toBe(200);
      expect((await login()).status).toBe(429);
      clock.advance(60_000);
      expect((await login()).status).toBe(200);
    });
  });
});
