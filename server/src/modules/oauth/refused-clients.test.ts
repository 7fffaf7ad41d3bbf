import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../test/index.ts';
import { CALLBACK, postForm, register, requestOf } from '../../../test/oauth-client.ts';

describe('without an account', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server?.close());

  describe('registration', () => {
    describe('201', () => {
      test.each(['https://app.example.com/cb', 'http://localhost/cb', 'http://[::1]:9/cb', 'cursor://mcp/callback'])(
        'accepts the https, loopback or app address %s',
        async (uri) => {
          expect((await register(server, { redirect_uris: [uri] })).status).toBe(201);
        },
      );
    });

    describe('400', () => {
      test.each([
        'http://app.example.com/cb',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://a.example/#x',
        'https://u:p@a.example/',
        '/cb',
        5,
      ])('refuses %j, which could run code or be intercepted', async (uri) => {
        const refused = { status: 400, body: { error: 'invalid_redirect_uri' } };
        expect(await register(server, { redirect_uris: [uri] })).toMatchObject(refused);
      });

      test('needs an address, and refuses clients with a secret', async () => {
        expect(await register(server, {})).toMatchObject({ status: 400, body: { error: 'invalid_redirect_uri' } });
        const refused = { status: 400, body: { error: 'invalid_client_metadata' } };
        expect(await register(server, [])).toMatchObject(refused);
        const secret = { redirect_uris: [CALLBACK], token_endpoint_auth_method: 'client_secret_basic' };
        expect(await register(server, secret)).toMatchObject(refused);
      });
    });
  });

  describe('the authorization page', () => {
    const go = (request: URLSearchParams) => fetch(`${server.url}/oauth/authorize?${request}`, { redirect: 'manual' });

    describe('302', () => {
      test('a native client may listen on any port of this machine', async () => {
        const { id } = await register(server);
        const onPort = await go(requestOf(server, id, 'shop', { redirect_uri: 'http://127.0.0.1:5/callback' }));
        expect(onPort.status).toBe(302);
      });

      test('invalid requests of a known client redirect back to it with the error', async () => {
        const { id } = await register(server);
        for (const [wrong, error] of [
          [{ response_type: 'token' }, 'unsupported_response_type'],
          [{ code_challenge: 'short' }, 'invalid_request'],
          [{ code_challenge_method: 'plain' }, 'invalid_request'],
          [{ resource: 'https://other.example/mcp?project=shop' }, 'invalid_target'],
          [{ resource: `${server.url}/mcp` }, 'invalid_target'],
          [{ scope: 'read admin' }, 'invalid_scope'],
        ] as const) {
          const answer = await go(requestOf(server, id, 'shop', wrong));
          const to = new URL(answer.headers.get('location') ?? '');
          expect([
            answer.status,
            to.origin,
            to.searchParams.get('error'),
            to.searchParams.get('state'),
            to.searchParams.get('iss'),
          ]).toEqual([302, 'http://127.0.0.1:33418', error, 'a state', server.url]);
        }
      });
    });

    describe('400', () => {
      test('an unknown client or address shows an error here and redirects nowhere', async () => {
        const { id } = await register(server);
        for (const wrong of [
          { client_id: `${id}x` },
          { client_id: 'mcp_W10.x' },
          { client_id: '' },
          { redirect_uri: 'https://evil.example/cb' },
          { redirect_uri: 'http://127.0.0.1:33418/other' },
        ]) {
          const answer = await go(requestOf(server, id, 'shop', wrong));
          expect([answer.status, answer.headers.get('location')], JSON.stringify(wrong)).toEqual([400, null]);
        }
      });
    });
  });

  describe('token, device and revocation requests', () => {
    describe('400', () => {
      test('missing, unsupported and doubled parameters get the errors of the standard', async () => {
        const asJson = await server.api('/oauth/token', { json: {} });
        expect(asJson).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
        const { id } = await register(server);
        for (const [path, fields, error] of [
          ['/oauth/token', { client_id: 'servicectl' }, 'unsupported_grant_type'],
          ['/oauth/token', {}, 'invalid_client'],
          ['/oauth/device', { client_id: 'nobody' }, 'invalid_client'],
          ['/oauth/device', { client_id: id }, 'invalid_target'],
          ['/oauth/revoke', { client_id: 'servicectl' }, 'invalid_request'],
        ] as const) {
          expect(await postForm(server, path, { ...fields }), path).toMatchObject({ status: 400, body: { error } });
        }
        const twice = await fetch(`${server.url}/oauth/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'client_id=a&client_id=b',
        });
        expect([twice.status, await twice.json()]).toMatchObject([400, { error: 'invalid_request' }]);
      });
    });
  });

  describe('MCP without a token', () => {
    describe('401', () => {
      test('MCP points to the token metadata, whatever the address contains', async () => {
        const answer = await fetch(`${server.url}/mcp?project=shop&mode=write`, { method: 'POST', body: '{}' });
        const address = `${server.url}/.well-known/oauth-protected-resource/mcp?project=shop&mode=write`;
        expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
          401,
          `Bearer resource_metadata="${address}"`,
        ]);
        expect(await (await fetch(address)).json()).toMatchObject({
          resource: `${server.url}/mcp?project=shop&mode=write`,
          authorization_servers: [server.url],
        });
        const quoted = await fetch(`${server.url}/mcp?project=%22,x="`, { method: 'POST', body: '{}' });
        expect(quoted.headers.get('www-authenticate')?.match(/"/g)).toHaveLength(2);
        // On a developer's machine both names reach the same service, and clients compare addresses literally.
        const local = server.url.replace('localhost', '127.0.0.1');
        expect(
          await (await fetch(`${local}/.well-known/oauth-protected-resource/mcp?project=shop`)).json(),
        ).toMatchObject({
          resource: `${local}/mcp?project=shop`,
          authorization_servers: [local],
        });
        const about = await server.api<Record<string, unknown>>('/.well-known/oauth-authorization-server');
        expect(about.body).toMatchObject({ issuer: server.url, code_challenge_methods_supported: ['S256'] });
        expect((await fetch(`${server.url}/.well-known/oauth-protected-resource`)).status).toBe(200);
      });
    });
  });
});
