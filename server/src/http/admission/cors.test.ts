import { describe, expect, test } from 'vitest';
import { startTestHttp } from '../../../test/start-test-http.ts';
import { callerRoute } from '../route.ts';

const routes = [
  callerRoute({
    method: 'GET',
    path: '/api/baas/:project_id/read',
    id: 'read',
    summary: 'x',
    responses: {},
    handle: () => ({ status: 200, body: {} }),
  }),
];
const read = '/api/baas/sample/read';
const good = 'https://app.example.com';

describe('pages of other origins', () => {
  test('allowed origins may read answers and errors, with cookies', async () => {
    await using http = await startTestHttp({ routes });
    for (const [path, key] of [
      [read, 'pk_sample'],
      [read, 'pk_wrong'],
      [read, null],
      ['/api/baas/sample/nothing', null],
    ] as const) {
      const { headers } = await http.api(path, { key, headers: { origin: good } });
      expect(headers.get('access-control-allow-origin')).toBe(good);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    }
  });

  test.each([
    'https://app.example.com:444',
    'http://app.example.com',
    'https://app.example.com.evil.org',
    'https://APP.example.com',
    'null',
    'http://localhost:3000',
  ])('%s gets the answer without any CORS header in production', async (origin) => {
    await using http = await startTestHttp({ routes });
    const { headers } = await http.api(read, { key: 'pk_sample', headers: { origin } });
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.get('vary')).toBe('Origin');
  });

  test('a preflight answers 204 to every origin, and grants access to allowed origins only', async () => {
    await using http = await startTestHttp({ routes });
    const ask = (origin: string, path = read) =>
      http.api(path, { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } });
    const allowed = await ask(good);
    expect([allowed.status, allowed.text, allowed.headers.get('content-length')]).toEqual([204, '', null]);
    expect(allowed.headers.get('access-control-allow-origin')).toBe(good);
    expect(allowed.headers.get('access-control-allow-methods')).toContain('PATCH');
    expect(allowed.headers.get('access-control-allow-headers')).toContain('Authorization');
    const other = await ask('https://evil.example');
    expect([other.status, other.headers.get('access-control-allow-origin')]).toEqual([204, null]);
    expect((await ask(good, '/api/baas/unknown/read')).headers.get('access-control-allow-origin')).toBeNull();
    expect((await ask(good, '/api/cloud/projects')).headers.get('access-control-allow-origin')).toBeNull();
  });
});
