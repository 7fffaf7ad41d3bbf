import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { buildStaleConsole } from '../../scripts/console.ts';
import { type ApiClient, createApiClient } from '../harness/api-client.ts';
import { startBrowser } from '../harness/browser.ts';
import { CookieJar } from '../harness/cookie-jar.ts';
import { ADMIN_TOKEN, type ServiceProcess, startService } from '../harness/service-process.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../harness/webhook-receiver.ts';

export const OWNER = { name: 'Olga Owner', email: 'owner@example.com', password: 'a calm and long password' };

/** The built console on a running service, with a browser and a receiver of webhooks. */
export interface ConsoleScene extends AsyncDisposable {
  readonly service: ServiceProcess;
  readonly receiver: WebhookReceiver;
  readonly browser: Browser;
  /** `/api/cloud`, with the admin token. */
  readonly cloud: ApiClient;
  /** The link that the first start prints, at the address that the browser uses. */
  readonly setupLink: string;
}

interface SceneOptions {
  /** Kept when the service stops. Without it the service gets a directory of its own that is removed. */
  readonly dataDir?: string | undefined;
  readonly env?: Readonly<Record<string, string>>;
}

export async function startConsole({ dataDir, env: more }: SceneOptions = {}): Promise<ConsoleScene> {
  await buildStaleConsole();
  const cleanUp = new AsyncDisposableStack();
  try {
    const receiver = cleanUp.use(await startWebhookReceiver());
    const env = { SERVICE_MODE: 'development', SERVICE_OUTBOUND_ALLOW: `127.0.0.1:${receiver.port}`, ...more };
    const service = cleanUp.use(await startService({ env, ...(dataDir !== undefined && { dataDir }) }));
    const browser = await startBrowser();
    cleanUp.defer(() => browser.close());
    const token = /\/console\/setup\?token=(\S+)/.exec(service.output())?.[1] ?? '';
    return {
      service,
      receiver,
      browser,
      cloud: createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN),
      setupLink: `${service.url}/console/setup?token=${token}`,
      [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
    };
  } catch (error) {
    await cleanUp.disposeAsync();
    throw error;
  }
}

/** Creates the first owner as the console does, and keeps the session. */
export async function setUpOwner({ service, setupLink }: ConsoleScene): Promise<CookieJar> {
  const jar = new CookieJar(createApiClient(`${service.url}/api/cloud`, undefined));
  const made = await jar.post('/setup', { ...OWNER, token: new URL(setupLink).searchParams.get('token') });
  expect(made.status, made.text).toBe(201);
  return jar;
}

/** Signs in an existing account. */
export async function signIn({ service }: ConsoleScene, email: string): Promise<CookieJar> {
  const jar = new CookieJar(createApiClient(`${service.url}/api/cloud`, undefined));
  const came = await jar.post('/auth/login', { email, password: OWNER.password });
  expect(came.status, came.text).toBe(200);
  return jar;
}

/** Invites a person to the project, who accepts and is signed in. */
export async function addMember(
  { service, cloud }: ConsoleScene,
  project: string,
  member: { readonly email: string; readonly role: string },
): Promise<CookieJar> {
  const invited = await cloud.post(`/projects/${project}/members`, member);
  const token = /token=([\w-]+)/.exec(invited.text)?.[1];
  const jar = new CookieJar(createApiClient(`${service.url}/api/cloud`, undefined));
  const came = await jar.post('/invites/accept', { token, name: member.email, password: OWNER.password });
  expect(came.status, came.text).toBeLessThan(300);
  return jar;
}

export interface OpenOptions {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
  readonly session?: CookieJar;
}

/** A browser window of one person. */
export interface ConsoleWindow extends AsyncDisposable {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Opens an address below `/console/` and waits until the page has loaded completely. */
  visit(path: string): Promise<void>;
  /** Opens another page without reloading the console, as its links do; not for another view of the same page. */
  goTo(path: string): Promise<void>;
  /** Waits until no request is running and no part of the page is busy. */
  settle(): Promise<void>;
  /** Faults that no page may have: logged errors, exceptions, requests to other hosts, violations of its own policy. */
  readonly complaints: string[];
}

const HEIGHT = 800;
const PATIENCE_MS = 40_000;
const TEST_MS_MAX = 600_000;

// On a busy machine every step takes long. The figures that matter are measured elsewhere.
if (process.env['VITEST'] !== undefined) vi.setConfig({ testTimeout: TEST_MS_MAX, hookTimeout: TEST_MS_MAX });
const SETTLE_MS = 20;

export async function openWindow(
  { browser, service }: ConsoleScene,
  options: OpenOptions = {},
): Promise<ConsoleWindow> {
  const { width = 1280, scheme = 'light', session } = options;
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme: scheme,
    reducedMotion: 'reduce',
    baseURL: `${service.url}/console/`,
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  if (session !== undefined) await context.addCookies(cookiesOf(session, service.url));
  const complaints: string[] = [];
  context.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== service.url && !/^(?:data|blob|about):$/.test(protocol)) complaints.push(`asked ${request.url()}`);
  });
  context.on('console', (message) => {
    // The browser logs every refused call, and many tests cause some on purpose.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  context.on('weberror', (error) => complaints.push(String(error.error())));
  let asked = 0;
  context.on('request', () => {
    asked += 1;
  });
  const answered = (): void => {
    asked -= 1;
  };
  context.on('requestfinished', answered);
  context.on('requestfailed', answered);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const settle = async (): Promise<void> => {
    await page.locator('main h1').waitFor();
    const deadline = performance.now() + PATIENCE_MS;
    while (asked + (await page.locator('[aria-busy=true]').count()) > 0) {
      if (performance.now() > deadline) throw new Error(`${page.url()} does not come to rest`);
      await page.waitForTimeout(SETTLE_MS);
    }
  };
  const visit = async (path: string): Promise<void> => {
    await page.goto(path);
    await settle();
  };
  const goTo = async (path: string): Promise<void> => {
    await page.evaluate(`
      document.querySelector('main').dataset.left = '';
      history.pushState(null, '', ${JSON.stringify(new URL(path, `${service.url}/console/`).href)});
    `);
    await page.locator('main:not([data-left]) h1').waitFor();
    await settle();
  };
  return { context, page, visit, goTo, settle, complaints, [Symbol.asyncDispose]: () => context.close() };
}

function cookiesOf(session: CookieJar, url: string) {
  return session.names.map((name) => ({
    name,
    value: session.value(name),
    url,
    httpOnly: true,
    sameSite: 'Lax' as const,
  }));
}

let axe: string | undefined;
const AXE = new URL('../../node_modules/axe-core/axe.min.js', import.meta.url);

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 AA, or of the given rules, on the page or a part of it, one line each. */
export async function findBarriers(
  page: Page,
  rules: readonly string[] = WCAG,
  part = 'html',
): Promise<readonly string[]> {
  axe ??= await readFile(AXE, 'utf8');
  await page.evaluate(`window.axe === undefined && (() => {${axe}})()`);
  const options = JSON.stringify({ runOnly: rules, iframes: false });
  const found = await page.evaluate<{ violations: readonly Violation[] }>(
    `axe.run(${JSON.stringify(part)}, ${options})`,
  );
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** `expect.poll` with a timeout that suits a busy machine. */
export function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: PATIENCE_MS, interval: 25 });
}

/** How many pixels the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate('document.documentElement.scrollWidth - innerWidth');
}
