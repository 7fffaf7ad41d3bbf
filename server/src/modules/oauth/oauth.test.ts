import { createHash, randomBytes } from 'node:crypto';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { createMember, type TestOperator } from '../../../test/operators.ts';

const CALLBACK = 'http://127.0.0.1:33418/callback';
const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** The state that an MCP client keeps between its attempts to connect. */
interface SavedState {
  client?: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
  tokens?: Parameters<OAuthClientProvider['saveTokens']>[0];
  discovery?: Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];
  verifier?: string;
  address?: URL;
}

interface OauthBody {
  readonly error?: string;
  readonly error_description?: string;
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly [field: string]: unknown;
}

async function post(server: TestServer, path: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as OauthBody };
}

async function register(server: TestServer, metadata: object = { client_name: 'Editor', redirect_uris: [CALLBACK] }) {
  const { status, body } = await server.api<OauthBody>('/oauth/register', { json: metadata });
  return { status, body, id: String(body['client_id']) };
}

function requestOf(server: TestServer, clientId: string, project: string, more: Readonly<Record<string, string>> = {}) {
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${server.url}/mcp?project=${project}`,
    ...more,
  });
}

async function decide(operator: TestOperator, request: URLSearchParams, allow = true) {
  const { status, body } = await operator.api<{ data: { redirect_to: string }; code?: string }>(
    `/oauth/authorization?${request}`,
    { json: { allow } },
  );
  return { status, code: body.code, to: status === 200 ? new URL(body.data.redirect_to) : undefined };
}

describe.each(ENGINES)('on %s', (engine) => {
  const clock = createTestClock();
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ engine, clock });
  });
  afterAll(() => server?.close());

  const openShop = async () => {
    const project = await server.createProject();
    await project.createTable({ name: 'notes', columns: [{ name: 'title', type: 'text' }] });
    return { project, owner: await createMember(server, project, 'owner') };
  };

  test('an MCP client connects through sign-in: it finds the server, registers, and may do what the user allowed', async () => {
    const { project, owner } = await openShop();
    const saved: SavedState = {};
    const provider: OAuthClientProvider = {
      redirectUrl: CALLBACK,
      clientMetadata: { client_name: 'Editor', redirect_uris: [CALLBACK], token_endpoint_auth_method: 'none' },
      clientInformation: () => saved.client,
      saveClientInformation: (client) => {
        saved.client = client;
      },
      tokens: () => saved.tokens,
      saveTokens: (tokens) => {
        saved.tokens = tokens;
      },
      redirectToAuthorization: (address) => {
        saved.address = address;
      },
      saveCodeVerifier: (verifier) => {
        saved.verifier = verifier;
      },
      codeVerifier: () => saved.verifier ?? '',
      saveDiscoveryState: (state) => {
        saved.discovery = state;
      },
      discoveryState: () => saved.discovery,
    };
    const url = new URL(`${server.url}/mcp?project=${project.id}`);
    const connect = async () => {
      const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
      const client = new Client({ name: 'Editor', version: '1' });
      try {
        await client.connect(transport);
        return { client, transport };
      } catch {
        return { client: undefined, transport };
      }
    };
    const first = await connect();
    expect(first.client).toBeUndefined();
    const address = saved.address ?? new URL(url);
    expect(address.pathname).toBe('/oauth/authorize');
    const page = await fetch(address, { redirect: 'manual' });
    expect([page.status, new URL(page.headers.get('location') ?? '').pathname]).toEqual([302, '/console/authorize']);
    const consent = await owner.api(`/oauth/authorization?${address.searchParams}`);
    expect(consent.body).toEqual({
      data: {
        client_name: 'Editor',
        redirect_uri: CALLBACK,
        project: { id: project.id, name: expect.any(String), role: 'owner' },
        scope: 'read',
      },
      count: 1,
    });
    const { to } = await decide(owner, address.searchParams);
    await first.transport.finishAuth(to?.searchParams ?? new URLSearchParams());
    const { client } = await connect();
    const tools = (await client?.listTools())?.tools.map(({ name }) => name);
    expect(tools).toContain('list_rows');
    expect(tools).not.toContain('write_rows');
    await client?.close();
    const tokens = await owner.api('/tokens');
    expect(tokens.body).toMatchObject({ data: [{ name: 'Editor', projects: [project.id], role: 'viewer' }], count: 1 });
  });

  test('write scope lets the token change the project as an admin, and its owner can revoke it at once', async () => {
    const { project, owner } = await openShop();
    const { id } = await register(server);
    const resource = `${server.url}/mcp?project=${project.id}&mode=write`;
    const { to } = await decide(owner, requestOf(server, id, project.id, { resource }));
    const granted = await post(server, '/oauth/token', {
      grant_type: 'authorization_code',
      code: to?.searchParams.get('code') ?? '',
      client_id: id,
      code_verifier: VERIFIER,
    });
    expect(granted.body).toMatchObject({ scope: 'write' });
    const headers = { authorization: `Bearer ${granted.body.access_token}` };
    const change = () =>
      server.api(`/api/cloud/projects/${project.id}/data/notes`, { json: { title: 'made' }, headers });
    expect((await change()).status).toBe(201);
    const foreign = await server.createProject();
    expect((await server.api(`/api/cloud/projects/${foreign.id}`, { headers })).status).toBe(404);
    const [token] = (await owner.api<{ data: { id: string; role: string }[] }>('/tokens')).body.data;
    expect(token).toMatchObject({ role: 'admin' });
    await owner.api(`/tokens/${token?.id}`, { method: 'DELETE' });
    expect((await change()).status).toBe(401);
    const { body } = await owner.api<{ data: { action: string }[] }>('/auth/events');
    expect(body.data.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['program.allow', 'token.create', 'token.delete']),
    );
  });

  test('a program ends its token with everything made with it, and learns nothing about other tokens', async () => {
    const { owner } = await openShop();
    const newToken = async (headers: Readonly<Record<string, string>>) =>
      (await server.api<{ data: { token: string } }>('/api/cloud/tokens', { json: { name: 'laptop' }, headers })).body
        .data.token;
    const [token, other] = [await newToken({ cookie: owner.cookie }), await newToken({ cookie: owner.cookie })];
    const child = await newToken({ authorization: `Bearer ${token}` });
    const statusOf = async (key: string) => (await server.api('/api/cloud/auth/me', { key })).status;
    for (const ended of [token, token, `ct_${'a'.repeat(43)}`]) {
      expect(await post(server, '/oauth/revoke', { token: ended })).toMatchObject({ status: 200, body: {} });
    }
    expect([await statusOf(token), await statusOf(child), await statusOf(other)]).toEqual([401, 401, 200]);
    const events = await owner.api<{ data: { action: string; ip: string | null }[] }>('/auth/events');
    const ends = events.body.data.filter(({ action }) => action === 'token.delete');
    expect(ends).toEqual([expect.objectContaining({ ip: expect.stringMatching(/./) })]);
    const about = await server.api('/.well-known/oauth-authorization-server');
    expect(about.body).toMatchObject({ revocation_endpoint: `${server.url}/oauth/revoke` });
  });

  describe('exchanging a code', () => {
    const openCodes = async () => {
      const { project, owner } = await openShop();
      const { id } = await register(server);
      return {
        newCode: async () =>
          (await decide(owner, requestOf(server, id, project.id))).to?.searchParams.get('code') ?? '',
        exchange: (code: string, more: Readonly<Record<string, string>> = {}) =>
          post(server, '/oauth/token', {
            grant_type: 'authorization_code',
            code,
            client_id: id,
            redirect_uri: CALLBACK,
            code_verifier: VERIFIER,
            ...more,
          }),
      };
    };

    describe('200', () => {
      test('a code gives one token, even to two requests at once', async () => {
        const { newCode, exchange } = await openCodes();
        const code = await newCode();
        const [one, two] = await Promise.all([exchange(code), exchange(code)]);
        expect([one.status, two.status].sort()).toEqual([200, 400]);
        const done = one.status === 200 ? one : two;
        expect(done.body).toEqual({
          access_token: expect.stringMatching(/^ct_/),
          token_type: 'Bearer',
          expires_in: 30 * 86_400,
          scope: 'read',
        });
        expect(done.headers.get('cache-control')).toBe('no-store');
        expect(await exchange(code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      });
    });

    describe('400', () => {
      test('the code of another client, address or verifier is refused and stays valid', async () => {
        const { newCode, exchange } = await openCodes();
        const other = await register(server, { client_name: 'Other', redirect_uris: [CALLBACK] });
        const code = await newCode();
        for (const wrong of [
          { code_verifier: randomBytes(32).toString('base64url') },
          { code_verifier: '' },
          { client_id: other.id },
          { redirect_uri: 'http://127.0.0.1:33418/elsewhere' },
          { code: randomBytes(32).toString('base64url') },
        ]) {
          expect(await exchange(code, wrong), JSON.stringify(wrong)).toMatchObject({
            status: 400,
            body: { error: 'invalid_grant' },
          });
        }
        expect((await exchange(code)).status).toBe(200);
      });

      test('a code is refused after a minute', async () => {
        const { newCode, exchange } = await openCodes();
        const late = await newCode();
        clock.advance(61_000);
        expect(await exchange(late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      });
    });
  });

  describe('signing in a device', () => {
    const begin = () => post(server, '/oauth/device', { client_id: 'servicectl', device_name: 'my\u202elaptop' });
    const poll = (code: unknown) =>
      post(server, '/oauth/token', {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: String(code),
        client_id: 'servicectl',
      });
    const decideDevice = (owner: TestOperator, code: unknown, allow: boolean) =>
      owner.api(`/oauth/devices/${String(code)}`, { json: { allow } });

    describe('200', () => {
      test('a device gets one token after its user entered the code', async () => {
        const { project, owner } = await openShop();
        const started = await begin();
        expect(started).toMatchObject({ status: 200, body: { expires_in: 600, interval: 5 } });
        const { device_code: device, user_code: user } = started.body;
        expect(user).toMatch(/^[B-Z]{4}-[B-Z]{4}$/);
        const prompt = await owner.api(`/oauth/devices/${String(user).toLowerCase().replace('-', '')}`);
        expect(prompt.body).toMatchObject({ data: { client_name: 'servicectl on mylaptop', project_id: null } });
        expect((await decideDevice(owner, user, true)).status).toBe(200);
        const token = await poll(device);
        expect(token).toMatchObject({ status: 200, body: { token_type: 'Bearer', expires_in: 90 * 86_400 } });
        const headers = { authorization: `Bearer ${token.body.access_token}` };
        expect((await server.api(`/api/cloud/projects/${project.id}`, { headers })).status).toBe(200);
        expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'expired_token' } });
      });
    });

    describe('400', () => {
      test('a device that polls before its user has decided must wait, and poll less often', async () => {
        const { device_code: device } = (await begin()).body;
        expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
        expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'slow_down' } });
        clock.advance(5000);
        expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
      });

      test('a device that its user refused gets no token', async () => {
        const { owner } = await openShop();
        const { device_code: device, user_code: user } = (await begin()).body;
        expect((await decideDevice(owner, user, false)).status).toBe(200);
        expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'access_denied' } });
      });

      test('a code ends after ten minutes', async () => {
        const { device_code: device } = (await begin()).body;
        clock.advance(601_000);
        expect(await poll(device)).toMatchObject({ status: 400, body: { error: 'expired_token' } });
      });
    });

    describe('404', () => {
      test('a code that was decided or has ended cannot be decided', async () => {
        const { owner } = await openShop();
        const { user_code: decided } = (await begin()).body;
        expect((await decideDevice(owner, decided, true)).status).toBe(200);
        expect((await decideDevice(owner, decided, true)).status).toBe(404);
        const { user_code: old } = (await begin()).body;
        clock.advance(601_000);
        expect((await decideDevice(owner, old, true)).status).toBe(404);
      });
    });
  });

  describe('deciding about a program', () => {
    const openRequest = async () => {
      const { project, owner } = await openShop();
      const { id } = await register(server);
      const request = requestOf(server, id, project.id);
      return { owner, request, path: `/api/cloud/oauth/authorization?${request}` };
    };

    describe('200', () => {
      test('a refusal leads back to the program with the reason and without a code', async () => {
        const { owner, request } = await openRequest();
        const refused = await decide(owner, request, false);
        expect(Object.fromEntries(refused.to?.searchParams ?? [])).toEqual({
          error: 'access_denied',
          error_description: expect.any(String),
          state: 'a state',
          iss: server.url,
        });
        expect((await owner.api('/tokens')).body).toMatchObject({ count: 0 });
      });
    });

    describe('401', () => {
      test('callers without a session get no code', async () => {
        const { path } = await openRequest();
        expect((await server.api(path, { json: { allow: true } })).status).toBe(401);
      });
    });

    describe('403', () => {
      test('a personal token gets no code, and neither does a page of another origin', async () => {
        const { owner, path } = await openRequest();
        const created = await owner.api<{ data: { token: string } }>('/tokens', { json: { name: 'laptop' } });
        const byToken = { authorization: `Bearer ${created.body.data.token}` };
        expect((await server.api(path, { json: { allow: true }, headers: byToken })).status).toBe(403);
        const foreign = { cookie: owner.cookie, origin: 'https://evil.example' };
        expect((await server.api(path, { json: { allow: true }, headers: foreign })).status).toBe(403);
        expect((await owner.api('/tokens')).body).toMatchObject({ count: 1 });
      });
    });

    describe('404', () => {
      test('the member of another project gets no code', async () => {
        const { request } = await openRequest();
        const stranger = await createMember(server, await server.createProject(), 'owner');
        expect(await decide(stranger, request)).toMatchObject({ status: 404, code: 'project_not_found' });
      });
    });
  });
});

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
          expect(await post(server, path, { ...fields }), path).toMatchObject({ status: 400, body: { error } });
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
