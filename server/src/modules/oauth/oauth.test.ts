import { randomBytes } from 'node:crypto';
import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestClock, ENGINES, startTestServer, type TestServer } from '../../../test/index.ts';
import { CALLBACK, decide, postForm, register, requestOf, VERIFIER } from '../../../test/oauth-client.ts';
import { createMember, type TestOperator } from '../../../test/operators.ts';

/** The state that an MCP client keeps between its attempts to connect. */
interface SavedState {
  client?: Parameters<NonNullable<OAuthClientProvider['saveClientInformation']>>[0];
  tokens?: Parameters<OAuthClientProvider['saveTokens']>[0];
  discovery?: Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0];
  verifier?: string;
  address?: URL;
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
    const granted = await postForm(server, '/oauth/token', {
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
      expect(await postForm(server, '/oauth/revoke', { token: ended })).toMatchObject({ status: 200, body: {} });
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
          postForm(server, '/oauth/token', {
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
    const begin = () => postForm(server, '/oauth/device', { client_id: 'servicectl', device_name: 'my\u202elaptop' });
    const poll = (code: unknown) =>
      postForm(server, '/oauth/token', {
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
