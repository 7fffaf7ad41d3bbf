import { describe, expect, test } from 'vitest';
import { type Api, createTestClock, ENGINES, type Reply, startTestServer } from '../../../test/index.ts';

const PASSWORD = 'a calm and long password';
const MINUTE_MS = 60_000;

const LOCAL = ['127.0.0.1', '::1'];

function headersOf(ip: string): Record<string, string> {
  return { 'x-forwarded-for': ip };
}

function guess(api: Api, n: number, ip: string): Promise<Reply> {
  const json = { email: 'ann@example.com', password: `wrong password ${n}` };
  return api('/auth/login', { json, headers: headersOf(ip) });
}

describe.each(ENGINES)('sign-in attempts for one account on %s', (engine) => {
  describe('200', () => {
    test('correct passwords do not count as guesses: frequent sign-ins lock nobody out', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({ engine, clock, config: { rateLimits: true } });
      const { api, cloudApi } = await server.createProject();
      await cloudApi('/users', { json: { email: 'ann@example.com', password: PASSWORD } });
      for (let n = 0; n < 14; n += 1) {
        const json = { email: 'ann@example.com', password: PASSWORD };
        expect((await api('/auth/login', { json })).status).toBe(200);
        clock.advance(7000);
      }
    });
  });

  describe('429', () => {
    test('after ten wrong ones from a network within 15 minutes get 429, also for unknown accounts', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({ engine, clock, config: { rateLimits: true } });
      const { api, cloudApi } = await server.createProject();
      for (const email of ['ann@example.com', 'ben@example.com']) {
        await cloudApi('/users', { json: { email, password: PASSWORD } });
      }
      const logIn = (email: string, password: string): Promise<Reply> =>
        api('/auth/login', { json: { email, password } });
      for (const email of ['ann@example.com', 'nobody@example.com']) {
        for (let n = 0; n < 10; n += 1) {
          expect((await logIn(email, `wrong password ${n}`)).status).toBe(401);
          // A separate limit allows ten attempts a minute for each address.
          clock.advance(10_000);
        }
        const refused = await logIn(email, PASSWORD);
        expect(refused.status, email).toBe(429);
        expect(refused.body).toMatchObject({ code: 'rate_limited' });
        expect(refused.headers.get('retry-after')).toBe(String(15 * 60 - 100));
        expect(refused.headers.get('ratelimit-limit')).toBe('10');
        expect(refused.headers.get('ratelimit-remaining')).toBe('0');
        clock.advance(MINUTE_MS);
      }
      expect((await logIn('ben@example.com', PASSWORD)).status, 'another account').toBe(200);
      clock.advance(15 * MINUTE_MS);
      expect((await logIn('ann@example.com', PASSWORD)).status, 'after the wait').toBe(200);
    });

    test('concurrent guesses count toward the limit of ten', async () => {
      const clock = createTestClock();
      await using server = await startTestServer({
        engine,
        clock,
        config: { rateLimits: true, trustedProxies: LOCAL },
      });
      const { api, cloudApi } = await server.createProject();
      await cloudApi('/users', { json: { email: 'ann@example.com', password: PASSWORD } });
      // All addresses are in one IPv6 /64: the limit counts networks, not addresses.
      const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => guess(api, n, `2001:db8:0:1::${n}`)));
      expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(401));
      clock.advance(MINUTE_MS);
      expect((await guess(api, 11, '2001:db8:0:1::ff')).status).toBe(429);
    });
  });
});
