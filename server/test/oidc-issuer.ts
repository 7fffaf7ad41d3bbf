import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { Provider } from 'oidc-provider';
import type { Browser } from './browser.ts';

export interface IssuerAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly name?: string;
}

/** A real OpenID Connect server on 127.0.0.1 with one client. */
export interface OidcIssuer extends AsyncDisposable {
  readonly issuer: string;
  readonly client: { readonly issuer: string; readonly client_id: string; readonly client_secret: string };
  /** Leads a browser from the authorization URL through sign-in and consent; returns the URL it is redirected to. */
  signIn(browser: Browser, authorizationUrl: string, login: string): Promise<string>;
}

export interface OidcIssuerOptions {
  readonly redirectUri: string;
  /** Accounts by login; the login is also the subject. */
  readonly accounts: Readonly<Record<string, IssuerAccount>>;
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
}

const CLIENT = { client_id: 'app', client_secret: 'a-client-secret-of-32-characters' };

export async function startOidcIssuer(options: OidcIssuerOptions): Promise<OidcIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        ...CLIENT,
        redirect_uris: [options.redirectUri],
        token_endpoint_auth_method: options.clientAuthentication ?? 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    pkce: { required: () => true },
    cookies: { keys: ['a key of the tests'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: 'test' }] },
    findAccount: (_context: unknown, id: string) =>
      options.accounts[id] && { accountId: id, claims: () => ({ sub: id, ...options.accounts[id] }) },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    client: { ...CLIENT, issuer },
    signIn: (browser, url, login) => walk(browser, { url, login, redirectUri: options.redirectUri }),
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const STEPS_MAX = 12;

async function walk(
  browser: Browser,
  { url, login, redirectUri }: { readonly url: string; readonly login: string; readonly redirectUri: string },
): Promise<string> {
  let at = url;
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const page = await browser.fetch(at);
    const form = page.status === 200 ? await page.text() : '';
    const answer = form === '' ? page : await submit(browser, at, { form, login });
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`Stuck at ${at}: ${answer.status} ${form.slice(0, 500)}`);
    at = new URL(location, at).href;
    if (at.startsWith(redirectUri)) return at;
  }
  throw new Error(`The way back was never reached; last at ${at}.`);
}

function submit(
  browser: Browser,
  at: string,
  { form, login }: { readonly form: string; readonly login: string },
): Promise<Response> {
  const action = /action="([^"]+)"/.exec(form)?.[1] ?? at;
  const prompt = /name="prompt" value="([^"]+)"/.exec(form)?.[1] ?? '';
  const body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
  return browser.fetch(new URL(action, at), { method: 'POST', body });
}
