import { describe, expect, test } from 'vitest';
import { startTestHttp } from '../../../test/start-test-http.ts';
import { createTestClock } from '../../../test/test-clock.ts';
import { callerRoute } from '../route.ts';

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

  test('reads are limited to 300 in 10 s for any spelling of the URL, and answers give what is left', async () => {
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

  test('a caller with a hundred refusals still gets complete answers', async () => {
    await using http = await start();
    const replies = await Promise.all(Array.from({ length: 402 }, () => http.api(read, { key: 'pk_sample' })));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(102);
    for (const { body, headers } of refused) {
      expect([(body as { code: string }).code, headers.get('ratelimit-remaining')]).toEqual(['rate_limited', '0']);
    }
  });

  test('every item of a batch counts as one write, and a refused batch says how many writes are left', async () => {
    await using http = await start();
    const batch = (items: number) => http.api('/api/baas/sample/batch', { key: 'pk_sample', json: items });
    expect((await batch(60)).headers.get('ratelimit-remaining')).toBe('40');
    const refused = await batch(60);
    expect([refused.status, refused.headers.get('ratelimit-remaining')]).toEqual([429, '39']);
    expect((await batch(39)).headers.get('ratelimit-remaining')).toBe('0');
    expect((await batch(1)).status).toBe(429);
  });

  test('behind a trusted proxy every caller has their own limit', async () => {
    await using http = await start(['127.0.0.0/8']);
    const call = (ip: string) => http.api(read, { key: 'pk_sample', headers: { 'x-forwarded-for': ip } });
    expect((await call('198.51.100.1')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('198.51.100.2')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('203.0.113.9, 198.51.100.1')).headers.get('ratelimit-remaining')).toBe('298');
    expect((await call('2001:db8::1')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('2001:db8::2:1')).headers.get('ratelimit-remaining')).toBe('298');
  });

  test('a server that forwards addresses with a secret key has each visitor counted separately, and visitors gain no rights', async () => {
    await using http = await start();
    const call = (ip: string, proof: Record<string, string> = { 'x-forwarded-key': 'sk_sample' }) =>
      http.api(read, { key: 'pk_sample', headers: { 'x-forwarded-for': ip, ...proof } });
    expect((await call('198.51.100.1')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('198.51.100.2')).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('203.0.113.9, 198.51.100.1')).headers.get('ratelimit-remaining')).toBe('298');
    // The service ignores the header when the key is missing, and counts all calls for the app's server.
    expect((await call('198.51.100.3', {})).headers.get('ratelimit-remaining')).toBe('299');
    expect((await call('198.51.100.4', {})).headers.get('ratelimit-remaining')).toBe('298');
    const refused = await call('198.51.100.5', { 'x-forwarded-key': 'sk_wrong' });
    expect([refused.status, (refused.body as { code: string }).code]).toEqual([401, 'invalid_key']);
    // The key of the caller is required as always.
    expect((await http.api(read, { headers: { 'x-forwarded-key': 'sk_sample' } })).status).toBe(401);
  });
});
