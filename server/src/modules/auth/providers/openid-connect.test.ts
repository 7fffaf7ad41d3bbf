import { describe, expect, it, test } from 'vitest';
import { browseApp } from '../../../../test/browser.ts';
import { ENGINES, startTestServer } from '../../../../test/index.ts';
import { startOidcIssuer } from '../../../../test/oidc-issuer.ts';
import {
  APP_URL,
  allowProvider,
  callbackUrl,
  failed,
  signInWith,
  startSignIn,
} from '../../../../test/provider-flow.ts';
import { startScriptedIssuer } from '../../../../test/scripted-issuer.ts';

const ACCOUNTS = {
  'ann-1': { email: 'Ann@Example.com', email_verified: true, name: 'Ann Example' },
  'bob-1': { email: 'bob@example.com', email_verified: false },
};
const OPEN = { outboundAllow: ['127.0.0.0/8'] };

describe.each(ENGINES)('signing in at a real OpenID Connect server on %s', (engine) => {
  test.each(['client_secret_basic', 'client_secret_post'] as const)(
    'creates an account the first time and opens it the second, authenticating the client by %s',
    async (clientAuthentication) => {
      await using server = await startTestServer({ engine, config: OPEN });
      const project = await server.createProject();
      const redirectUri = callbackUrl(server, project);
      await using issuer = await startOidcIssuer({ redirectUri, accounts: ACCOUNTS, clientAuthentication });
      await allowProvider(project, issuer.client);
      const ids: unknown[] = [];
      for (let round = 0; round < 2; round += 1) {
        const browser = browseApp(server, project);
        const url = await startSignIn(server, project, browser);
        expect(url.href).toMatch(`${issuer.issuer}/auth?`);
        expect(Object.fromEntries(url.searchParams)).toMatchObject({
          response_type: 'code',
          code_challenge_method: 'S256',
          redirect_uri: redirectUri,
          scope: 'openid email profile',
        });
        const back = await issuer.signIn(browser, url.href, 'ann-1');
        const response = await browser.fetch(back);
        expect([response.status, response.headers.get('location')]).toEqual([302, APP_URL]);
        expect(response.headers.get('referrer-policy')).toBe('no-referrer');
        const me = await browser.call<{ data: { user: { id: string } } }>('/auth/me');
        expect(me.body.data.user).toMatchObject({
          email: 'ann@example.com',
          email_verified: true,
          name: 'Ann Example',
          providers: ['acme'],
          mfa_enabled: false,
        });
        ids.push(me.body.data.user.id);
      }
      expect(new Set(ids).size).toBe(1);
    },
  );

  it('an unverified address creates an account only where verification is not required', async () => {
    await using server = await startTestServer({ engine, config: OPEN });
    const project = await server.createProject();
    await using issuer = await startOidcIssuer({ redirectUri: callbackUrl(server, project), accounts: ACCOUNTS });
    await allowProvider(project, issuer.client, 'acme', { verification_required: true });
    const browser = browseApp(server, project);
    const signIn = async (): Promise<string | null> => {
      const url = await startSignIn(server, project, browser);
      const response = await browser.fetch(await issuer.signIn(browser, url.href, 'bob-1'));
      return response.headers.get('location');
    };
    expect(await signIn()).toBe(failed('email_not_verified'));
    expect((await browser.call('/auth/me')).status).toBe(401);
    await allowProvider(project, issuer.client, 'acme', { verification_required: false });
    expect(await signIn()).toBe(APP_URL);
    expect((await browser.call('/auth/me')).body).toMatchObject({
      data: { user: { email: 'bob@example.com', email_verified: false } },
    });
  });
});

describe('an untrustworthy issuer', () => {
  const NOW = Date.now() / 1000;

  test.each<[what: string, claims: Record<string, unknown>]>([
    ['another issuer', { iss: 'https://accounts.google.com' }],
    ['another audience', { aud: 'another-app' }],
    ['another nonce', { nonce: 'of-another-sign-in' }],
    ['no nonce', { nonce: undefined }],
    ['an expiry in the past', { exp: NOW - 3600 }],
    ['an issue time in the future', { iat: NOW + 3600, nbf: NOW + 3600 }],
  ])('with %s in its ID token signs nobody in', async (_, claims) => {
    await using server = await startTestServer({ config: OPEN });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    await allowProvider(project, issuer.client);
    issuer.script.claims = { email: 'ann@example.com', email_verified: true };
    // Control: without the false claim the sign-in works.
    expect((await signInWith(server, project, issuer)).location).toBe(APP_URL);
    issuer.script.claims = { ...issuer.script.claims, ...claims };
    const { browser, location, setCookies } = await signInWith(server, project, issuer);
    expect(location).toBe(failed('provider_error'));
    expect(setCookies).toEqual([expect.stringMatching(/_oauth_\d=; Max-Age=0;/)]);
    expect((await browser.call('/auth/me')).status).toBe(401);
  });

  it('that signs with a foreign key signs nobody in', async () => {
    await using server = await startTestServer({ config: OPEN });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    await allowProvider(project, issuer.client);
    issuer.script.claims = { email: 'ann@example.com', email_verified: true };
    issuer.script.hasForeignKey = true;
    expect((await signInWith(server, project, issuer)).location).toBe(failed('provider_error'));
  });

  test.each<[what: string, status: number, body: string]>([
    ['an error', 400, '{"error":"invalid_grant"}'],
    ['nothing', 200, ''],
    ['no ID token', 200, '{"access_token":"x","token_type":"bearer"}'],
    ['invalid JSON', 200, '<html>'],
    ['a redirect', 302, ''],
    ['a failure', 500, ''],
    ['an oversized answer', 200, `{"access_token":"${'x'.repeat(300_000)}"}`],
  ])('that answers a code with %s signs nobody in', async (_, status, body) => {
    await using server = await startTestServer({ config: OPEN });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    await allowProvider(project, issuer.client);
    issuer.script.answers['/token'] = (_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json', location: `${issuer.issuer}/jwks` }).end(body);
    expect((await signInWith(server, project, issuer)).location).toBe(failed('provider_error'));
    expect(issuer.requests.filter((path) => path === '/jwks')).toEqual([]);
  });

  it('must name itself in the callback when its metadata says so (RFC 9207)', async () => {
    await using server = await startTestServer({ config: OPEN });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    issuer.script.metadata = { authorization_response_iss_parameter_supported: true };
    issuer.script.claims = { email: 'ann@example.com', email_verified: true };
    await allowProvider(project, issuer.client);
    // The callback names no issuer, although the metadata promises one.
    expect((await signInWith(server, project, issuer)).location).toBe(failed('provider_error'));
    expect(issuer.tokenRequests).toEqual([]);
  });
});

describe('requests to a provider', () => {
  it('are refused for private addresses that the operator has not allowed', async () => {
    await using server = await startTestServer();
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    await allowProvider(project, issuer.client);
    const browser = browseApp(server, project);
    expect((await startSignIn(server, project, browser)).href).toBe(failed('provider_unavailable'));
    expect(issuer.requests).toEqual([]);
  });

  it('are checked again for every address that the issuer names', async () => {
    await using issuer = await startScriptedIssuer();
    await using inner = await startScriptedIssuer();
    await using server = await startTestServer({ config: { outboundAllow: [new URL(issuer.issuer).host] } });
    const project = await server.createProject();
    issuer.script.metadata = { token_endpoint: `${inner.issuer}/token` };
    await allowProvider(project, issuer.client);
    expect((await signInWith(server, project, issuer)).location).toBe(failed('provider_error'));
    issuer.script.metadata = { jwks_uri: `${inner.issuer}/jwks` };
    await allowProvider(project, { ...issuer.client, client_secret: 'another' });
    expect((await signInWith(server, project, issuer)).location).toBe(failed('provider_error'));
    expect(inner.requests).toEqual([]);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '', 'ftp://127.0.0.1/'])(
    'never redirect a browser to %j',
    async (authorization_endpoint) => {
      await using server = await startTestServer({ config: OPEN });
      const project = await server.createProject();
      await using issuer = await startScriptedIssuer();
      issuer.script.metadata = { authorization_endpoint };
      await allowProvider(project, issuer.client);
      const browser = browseApp(server, project);
      expect((await startSignIn(server, project, browser)).href).toBe(failed('provider_unavailable'));
    },
  );

  it('fetch the metadata once, and again after the owner changes the provider', async () => {
    await using server = await startTestServer({ config: OPEN });
    const project = await server.createProject();
    await using issuer = await startScriptedIssuer();
    await allowProvider(project, issuer.client);
    const read = (): number => issuer.requests.filter((path) => path.startsWith('/.well-known')).length;
    for (let round = 0; round < 3; round += 1) await startSignIn(server, project, browseApp(server, project));
    expect(read()).toBe(1);
    await allowProvider(project, { ...issuer.client, client_id: 'another' });
    const url = await startSignIn(server, project, browseApp(server, project));
    expect(url.searchParams.get('client_id')).toBe('another');
    expect(read()).toBe(2);
  });
});
