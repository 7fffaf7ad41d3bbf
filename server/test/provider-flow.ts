import { type AppBrowser, browseApp } from './browser.ts';
import type { ScriptedIssuer } from './scripted-issuer.ts';
import type { TestProject, TestServer } from './start-test-server.ts';

/** URL of the app in these tests. */
export const APP_URL = 'https://app.example.com/after?a=1';

export interface ProviderClientSettings {
  readonly issuer?: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** Lets the project's users sign in with a provider from an app at `APP_URL`. */
export async function allowProvider(
  project: TestProject,
  client: ProviderClientSettings,
  id = 'acme',
  auth: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  const settings = await project.cloudApi('/settings', {
    method: 'PATCH',
    json: { auth: { ...auth, providers: { [id]: client } } },
  });
  const origins = await project.cloudApi('', {
    method: 'PATCH',
    json: { allowed_origins: [new URL(APP_URL).origin] },
  });
  if (settings.status !== 200 || origins.status !== 200) throw new Error(`${settings.text} ${origins.text}`);
}

export function callbackUrl(server: TestServer, project: TestProject, id = 'acme'): string {
  return `${server.url}/api/baas/${project.id}/auth/oauth/${id}/callback`;
}

/** Starts a sign-in; returns the provider URL that the browser is redirected to. */
export async function startSignIn(
  server: TestServer,
  project: TestProject,
  browser: AppBrowser,
  id = 'acme',
): Promise<URL> {
  const from = `${server.url}/api/baas/${project.id}/auth/oauth/${id}?redirect_to=${encodeURIComponent(APP_URL)}`;
  const response = await browser.fetch(from);
  if (response.status !== 302) throw new Error(`Starting failed: ${response.status} ${await response.text()}`);
  return new URL(response.headers.get('location') ?? '');
}

/** URL at which the browser returns from an issuer after signing in. */
export function returnFrom(
  issuer: ScriptedIssuer,
  at: { readonly url: URL; readonly callback: string },
  parameters: Readonly<Record<string, string>> = { code: 'a-code' },
): string {
  issuer.expectNonce(at.url.searchParams.get('nonce') ?? '');
  const state = at.url.searchParams.get('state') ?? '';
  return `${at.callback}?${new URLSearchParams({ ...parameters, state })}`;
}

export interface FlowArrival {
  readonly browser: AppBrowser;
  readonly status: number;
  readonly location: string | null;
  readonly setCookies: readonly string[];
}

/** A complete sign-in through a scripted issuer, by default in a new browser. */
export async function signInWith(
  server: TestServer,
  project: TestProject,
  issuer: ScriptedIssuer,
  browser = browseApp(server, project),
): Promise<FlowArrival> {
  const url = await startSignIn(server, project, browser);
  const back = returnFrom(issuer, { url, callback: callbackUrl(server, project) });
  return arrivalOf(browser, await browser.fetch(back));
}

export function arrivalOf(browser: AppBrowser, response: Response): FlowArrival {
  const { status, headers } = response;
  return { browser, status, location: headers.get('location'), setCookies: headers.getSetCookie() };
}

/** The app's URL after a failed sign-in. */
export function failed(error: string): string {
  return `${APP_URL}&error=${error}`;
}
