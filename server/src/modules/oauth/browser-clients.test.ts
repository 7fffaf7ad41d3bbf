import { describe, expect, test } from 'vitest';
import { startTestServer } from '../../../test/index.ts';

describe('a page of any origin, like a client in a browser', () => {
  const origin = 'https://editor.example.org';
  const headersOf = ({ headers }: Response) =>
    Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));

  test.each([
    ['GET', '/.well-known/oauth-protected-resource/mcp'],
    ['GET', '/.well-known/oauth-authorization-server'],
    ['POST', '/oauth/register'],
    ['POST', '/oauth/token'],
    ['POST', '/oauth/revoke'],
  ])('may send %s %s and read the answer, also a failed one, without cookies', async (method, path) => {
    await using server = await startTestServer();
    const asked = { Origin: origin, 'Access-Control-Request-Method': method };
    const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers: asked });
    expect([preflight.status, headersOf(preflight)]).toEqual([
      204,
      {
        'access-control-allow-origin': '*',
        'access-control-allow-methods': method,
        'access-control-allow-headers': 'Authorization, Content-Type, MCP-Protocol-Version',
        'access-control-max-age': '600',
      },
    ]);
    const answer = await fetch(server.url + path, { method, headers: { Origin: origin } });
    expect(answer.status).toBe(method === 'GET' ? 200 : 400);
    expect(headersOf(answer)).toEqual({ 'access-control-allow-origin': '*' });
  });

  test('may not use MCP itself, the consent or other addresses', async () => {
    await using server = await startTestServer();
    for (const path of ['/mcp?project=shop', '/api/cloud/oauth/authorization', '/api/cloud/auth/me', '/oauth/other']) {
      const asked = { Origin: origin, 'Access-Control-Request-Method': 'POST' };
      const preflight = await fetch(server.url + path, { method: 'OPTIONS', headers: asked });
      expect([path, headersOf(preflight)]).toEqual([path, {}]);
      const answer = await fetch(server.url + path, { method: 'POST', headers: { Origin: origin } });
      expect([path, headersOf(answer)]).toEqual([path, {}]);
    }
  });
});
