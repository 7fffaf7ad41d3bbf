import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startTestHttp, TEST_PROJECT } from '../../../test/start-test-http.ts';
import { callerRoute } from '../route.ts';
import { createOrigins } from './origins.ts';

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

describe('the own origins of a project', () => {
  const settings = {
    appsDomain: 'apps.example.org',
    publicUrl: () => 'https://api.example.org:8443',
    domainOwner: () => undefined,
  };
  const production = createOrigins({ ...settings, mode: 'production' });
  const development = createOrigins({ ...settings, mode: 'development' });

  test.each([
    ['https://app.example.com', true, true],
    ['https://sample.apps.example.org:8443', true, true],
    ['https://sample.apps.example.org', false, false],
    ['https://other.apps.example.org:8443', false, false],
    ['http://localhost:5173', false, true],
    ['http://localhost', false, true],
    ['http://127.0.0.1:8080', false, true],
    ['http://sample.localhost:8787', false, true],
    ['http://other.localhost:8787', false, false],
    ['https://localhost:5173', false, false],
    ['http://localhost:5173.evil.org', false, false],
    ['http://localhost:5173/', false, false],
    ['http://localhost.evil.org', false, false],
    ['http://sample.localhost.evil.org', false, false],
    ['http://127.0.0.1.evil.org', false, false],
  ])('%s: production %s, development %s', (origin, inProduction, inDevelopment) => {
    expect(production.isAllowed(TEST_PROJECT, origin)).toBe(inProduction);
    expect(development.isAllowed(TEST_PROJECT, origin)).toBe(inDevelopment);
  });

  const request = (method: string, headers: Record<string, string>): IncomingMessage =>
    ({ method, headers }) as unknown as IncomingMessage;

  test.each<[string, Record<string, string>, boolean]>([
    ['GET', { origin: 'https://evil.example' }, true],
    ['POST', { origin: 'https://evil.example' }, false],
    ['DELETE', { origin: 'null' }, false],
    ['POST', { 'sec-fetch-site': 'cross-site' }, false],
    ['POST', { 'sec-fetch-site': 'same-origin' }, true],
    ['POST', {}, true],
    ['POST', { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }, true],
    ['PATCH', { origin: 'https://api.example.org:8443' }, true],
    ['POST', { origin: 'https://api.example.org' }, false],
  ])('%s with %j and a cookie passes: %s', (method, headers, passes) => {
    const check = (): void => production.refuseForeignPage(request(method, headers), TEST_PROJECT);
    if (passes) expect(check).not.toThrow();
    else expect(check).toThrow(expect.objectContaining({ code: 'origin_not_allowed' }));
  });

  test('origins of a project are not allowed on the console API', () => {
    const check = (): void => production.refuseForeignPage(request('POST', { origin: good }), undefined);
    expect(check).toThrow(expect.objectContaining({ code: 'origin_not_allowed' }));
  });
});
