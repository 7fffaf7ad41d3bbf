import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { createOwner } from '../../../test/operators.ts';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server?.close());

const open = (init: RequestInit = { headers: BROWSER }): Promise<Response> => fetch(server.url, init);

describe('the bare address of the service', () => {
  test('tells browsers where the first link is until there is an account, and then opens the console', async () => {
    const before = await open();
    expect(before.status).toBe(200);
    expect(before.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(before.headers.get('vary')).toBe('Origin, Accept');
    expect(before.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const first = await before.text();
    expect(first).toContain('There is no account yet.');
    expect(first).toContain('<code>/console/setup</code>');
    expect(first).not.toContain('token=');
    expect(first).not.toContain('Open the console');
    await createOwner(server);
    const after = await (await open()).text();
    expect(after).toContain('<a class="button" href="/console/">Open the console</a>');
    expect(after).not.toContain('There is no account yet.');
  });

  test('links only to addresses that answer', async () => {
    const links = [...(await (await open()).text()).matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
    expect(links).toEqual(expect.arrayContaining(['/docs/', '/api/baas/openapi.json']));
    for (const link of links.filter((one) => one !== '/console/')) {
      expect((await fetch(new URL(link ?? '', server.url))).status, link).toBe(200);
    }
  });

  test.each(['*/*', 'application/json'])('gives programs that accept %s the addresses as JSON', async (accept) => {
    const answer = await open({ headers: { accept } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(await answer.json()).toEqual({
      data: {
        about: expect.any(String),
        console: `${server.url}/console/`,
        docs: `${server.url}/docs/`,
        api: `${server.url}/api/baas/`,
        openapi: `${server.url}/api/baas/openapi.json`,
      },
      count: 1,
    });
  });

  test('answers HEAD without a body, and refuses other methods', async () => {
    const head = await open({ method: 'HEAD', headers: BROWSER });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await open({ method: 'POST' })).status).toBe(405);
  });
});
