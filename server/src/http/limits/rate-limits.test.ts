import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startTestHttp } from '../../../test/start-test-http.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { callerRoute } from '../route.ts';
import { RateLimit } from './rate-limits.ts';

describe('a rate limit', () => {
  test('grants exactly its number at once and says when it grants again', () => {
    const clock = createTestClock();
    const limit = new RateLimit(300, clock);
    for (let n = 0; n < 300; n += 1)
      expect(limit.take('a', 1)).toMatchObject({ isGranted: true, remaining: 299 - n, resetSeconds: 11 });
    const refused = limit.take('a', 1);
    expect(refused).toMatchObject({ isGranted: false, remaining: 0 });
    expect(limit.take('b', 1).isGranted).toBe(true);
    clock.advance(refused.resetSeconds * 1000);
    expect(limit.take('a', 1).isGranted).toBe(true);
  });

  test('a refused request counts nothing', () => {
    const limit = new RateLimit(100, createTestClock());
    expect(limit.take('a', 60).isGranted).toBe(true);
    expect(limit.take('a', 60).isGranted).toBe(false);
    expect(limit.take('a', 40).isGranted).toBe(true);
  });

  test('whatever the times, no 10 s grant more than the limit, and the announced wait is enough', () => {
    const step = fc.record({ waitMs: fc.integer({ min: 0, max: 4000 }), amount: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const clock = createTestClock();
        const limit = new RateLimit(10, clock);
        const granted: { at: number; amount: number }[] = [];
        for (const { waitMs, amount } of steps) {
          clock.advance(waitMs);
          const quota = limit.take('a', amount);
          if (quota.isGranted) granted.push({ at: clock.now(), amount });
          const inWindow = granted.filter(({ at }) => at > clock.now() - 10_000);
          expect(inWindow.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(10);
          if (!quota.isGranted) {
            clock.advance(quota.resetSeconds * 1000);
            expect(limit.take('a', amount).isGranted).toBe(true);
            granted.push({ at: clock.now(), amount });
          }
        }
      }),
    );
  });

  test('a clock set back frees nothing', () => {
    const clock = createTestClock();
    const limit = new RateLimit(1, clock);
    expect(limit.take('a', 1).isGranted).toBe(true);
    clock.advance(-60_000);
    expect(limit.take('a', 1).isGranted).toBe(false);
  });

  test('any number of callers takes bounded memory', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const limit = new RateLimit(1, createTestClock());
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 200_000; n += 1) limit.take(`caller ${n}`, 1);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 * 1024);
    expect(limit.take('caller 199999', 1).isGranted).toBe(false);
  });
});

describe('429', () => {
  const routes = [
    callerRoute({
      method: 'GET',
      path: '/api/baas/:project_id/read',
      id: 'read',
      summary: 'x',
      responses: {},
      handle: () => ({ status: 200, body: {} }),
    }),
    callerRoute({
      method: 'POST',
      path: '/api/baas/:project_id/batch',
      id: 'batch',
      summary: 'x',
      body: 'json',
      responses: {},
      handle: (call) => {
        call.spend(Number(call.body));
        return { status: 200, body: {} };
      },
    }),
  ];
  const start = (trustedProxies: string[] = []) =>
    startTestHttp({ routes, rateLimits: true, trustedProxies, clock: createTestClock() });
  const read = '/api/baas/sample/read';

  test('reads are limited to 300 in 10 s, whatever the spelling of the request, and say what is left', async () => {
    await using http = await start();
    for (let n = 0; n < 300; n += 1) {
      const method = n % 2 === 0 ? 'GET' : 'HEAD';
      const reply = await http.api(`${read}${n % 3 === 0 ? '?' : ''}`, {
        key: 'pk_sample',
        method,
        headers: { 'x-forwarded-for': `10.0.0.${n}` },
      });
      expect([reply.status, reply.headers.get('ratelimit-remaining')]).toEqual([200, String(299 - n)]);
    }
    const reply = await http.api(read, { key: 'pk_sample' });
    expect([reply.status, (reply.body as { code: string }).code]).toEqual([429, 'rate_limited']);
    expect(reply.headers.get('ratelimit-limit')).toBe('300');
    expect(reply.headers.get('retry-after')).toBe(reply.headers.get('ratelimit-reset'));
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await http.api(read, { key: 'sk_sample' })).status).toBe(200);
    expect((await http.api(read, { key: 'pk_wrong' })).status).toBe(401);
  });

  test('every item of a batch counts as one write', async () => {
    await using http = await start();
    const batch = (items: number) => http.api('/api/baas/sample/batch', { key: 'pk_sample', json: items });
    expect((await batch(60)).headers.get('ratelimit-remaining')).toBe('40');
    expect((await batch(60)).status).toBe(429);
    expect((await batch(39)).headers.get('ratelimit-remaining')).toBe('0');
    expect((await batch(1)).status).toBe(429);
  });

  test('behind a trusted proxy every caller has a limit of his own', async () => {
    await using http = await start(['127.0.0.0/8']);
    const call = (ip: string) => http.api(read, { key: 'pk_sample', headers: { 'x-forwarded-for': ip } });
    expect((await call('198.51.100.1')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('198.51.100.2')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('203.0.113.9, 198.51.100.1')).headers.get('ratelimit-remaining')).toBe('298');
    expect((await call('2001:db8::1')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('2001:db8::2:1')).headers.get('ratelimit-remaining')).toBe('298');
  });

  test('grants each of several processes its share, and a larger batch when nothing else was counted', () => {
    const clock = createTestClock();
    let processes = 1;
    const limit = new RateLimit(100, clock, { processes: () => processes });
    expect(limit.take('a', 34)).toMatchObject({ limit: 100, remaining: 66, isGranted: true });
    processes = 3;
    expect(limit.take('a', 1)).toMatchObject({ limit: 34, remaining: 0, isGranted: false });
    expect(limit.take('b', 101)).toMatchObject({ isGranted: false });
    expect(limit.take('b', 100)).toMatchObject({ remaining: 0, isGranted: true });
    expect(limit.take('b', 1)).toMatchObject({ isGranted: false });
  });
});
