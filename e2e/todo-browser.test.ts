import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAt } from './harness/api-client.ts';
import { startBrowser } from './harness/browser.ts';
import { CookieJar } from './harness/cookie-jar.ts';
import { createScene, type Scene } from './harness/each-engine.ts';
import { findPort } from './harness/find-port.ts';
import { mailsTo, tokenIn } from './harness/mailbox.ts';
import { codeOf } from './harness/one-time-codes.ts';
import { type AppFolder, copyExample, packPackages } from './harness/packed-packages.ts';
import { ADMIN_TOKEN, launch, startService } from './harness/service-process.ts';
import { addAuthenticator } from './harness/virtual-authenticator.ts';

const PASSWORD = 'a calm and long password';
const OTHERS = [
  'react',
  'react-dom',
  'vite',
  '@vitejs/plugin-react',
  '@tanstack/query-core',
  'typescript',
  '@types/react',
  '@types/react-dom',
  '@types/node',
];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** Set to a folder to look at the pages. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let app: AppFolder;
let axe: string;

beforeAll(async () => {
  const provider = await startProvider();
  const env = { SERVICE_MODE: 'development', SERVICE_OUTBOUND_ALLOW: provider };
  const service = cleanUp.use(await startService({ env }));
  scene = await createScene(service, 'todo');
  const packed = await packPackages();
  cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
  app = cleanUp.use(await copyExample('todo', packed, OTHERS));
  const own = { SERVICE_URL: service.url, SERVICE_PROJECT_ID: 'todo', SERVICE_TOKEN: ADMIN_TOKEN };
  await writeFile(
    join(app.folder, '.env'),
    `SERVICE_URL=${service.url}\nSERVICE_PROJECT_ID=todo\nSERVICE_PUBLIC_KEY=${scene.publicKey}\n`,
  );
  await app.run('../setup.ts', [], own);
  await connectPayments(provider);
  await scene.cloud.patch('/projects/todo/settings', { inbox: { enabled: true } });
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  axe = await readFile(new URL('../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');
}, 180_000);

afterAll(() => cleanUp.disposeAsync());

/** Answers as the provider's API does when a checkout is opened; its page is any page. */
async function startProvider(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    response.setHeader('content-type', 'application/json');
    const url = `http://${request.headers.host}/checkout`;
    if (request.method === 'POST') response.end(JSON.stringify({ id: 'cs_1', object: 'checkout.session', url }));
    else response.end(JSON.stringify({ object: 'balance', available: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.defer(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function connectPayments(provider: string): Promise<void> {
  const answer = await scene.cloud.call('PUT', '/projects/todo/integrations/payments', {
    body: {
      provider: 'stripe',
      secret_key: 'sk_test_0123456789abcdef',
      webhook_secret: 'whsec_test_0123456789abcdef',
      base_url: `http://${provider}`,
    },
  });
  if (answer.status >= 300) throw new Error(answer.text);
}

interface OpenedApp {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Method and path of the calls to the service. */
  readonly calls: string[];
  /** Errors that the page threw or logged. */
  readonly complaints: string[];
}

async function open(url: string, options: Parameters<Browser['newContext']>[0] = {}): Promise<OpenedApp> {
  const context = await browser.newContext(options);
  // Shorter than the test's own deadline, so that a failure names the wait.
  context.setDefaultTimeout(12_000);
  const page = await context.newPage();
  const calls: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const [, path] = request.url().split('/api/baas/todo');
    if (path !== undefined) calls.push(`${request.method()} ${decodeURIComponent(path)}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isAnswer = message.text().includes('the server responded with a status of 4');
    if (message.type() === 'error' && !isAnswer) complaints.push(message.text());
  });
  await page.goto(url);
  return { context, page, calls, complaints };
}

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'I am new here' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Your todos' }).waitFor();
}

async function addTodo(page: Page, title: string): Promise<void> {
  await page.getByLabel('What is to be done?').fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: title }).waitFor();
}

/** Records the titles in the list, joined by commas, at each change of the page. */
async function recordTodos(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(`{
    const titles = () => [...document.querySelectorAll('ul[aria-label="Todos"] li label')].map((each) => each.textContent.trim());
    window.shownTodos = [titles().join(',')];
    window.shownTodosObserver?.disconnect();
    window.shownTodosObserver = new MutationObserver(() => {
      const text = titles().join(',');
      if (window.shownTodos.at(-1) !== text) window.shownTodos.push(text);
    });
    window.shownTodosObserver.observe(document.body, { subtree: true, childList: true, characterData: true });
  }`);
  return () => page.evaluate('window.shownTodos');
}

/** No storage that a script can read may identify a user. */
async function readableStorage(page: Page): Promise<unknown> {
  return await page.evaluate(
    `indexedDB.databases().then((databases) => ({
      local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie,
      databases: databases.map(({ name }) => name),
    }))`,
  );
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const found = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
  return found as string[];
}

async function shoot(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`) });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Starts Vite in the app's folder and waits until it answers. */
async function startVite(args: readonly string[]): Promise<{ url: string } & AsyncDisposable> {
  const port = await findPort();
  const running = launch(
    [
      join(app.folder, 'node_modules/vite/bin/vite.js'),
      ...args,
      app.folder,
      '--port',
      String(port),
      '--strictPort',
      '--host',
      'localhost',
    ],
    { HOME: process.env['HOME'] },
  );
  const url = `http://localhost:${port}`;
  const deadline = Date.now() + 30_000;
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (Date.now() > deadline || running.child.exitCode !== null) throw new Error(running.output());
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      running.child.kill('SIGTERM');
      await running.exit;
    },
  };
}

describe('the example in development', () => {
  let opened: OpenedApp;
  let url: string;
  beforeAll(async () => {
    const vite = cleanUp.use(await startVite([]));
    url = vite.url;
    opened = await open(url);
  }, 60_000);

  test('has the types of its project, written by the plugin, and compiles with them', async () => {
    const types = await readFile(join(app.folder, 'service-env.d.ts'), 'utf8');
    expect(types).toContain('      todos: {');
    expect(types).toContain('"summary"');
    expect(await readFile(new URL('../examples/todo/service-env.d.ts', import.meta.url), 'utf8')).toContain(
      '      posts: {',
    );
    await app.run('typescript/bin/tsc', ['--noEmit']);
  }, 60_000);

  test('signs in with a passkey by button, by suggestion and in the prompt, and recovers by mail', async () => {
    const { context, page, complaints } = await open(url);
    await using _context = { [Symbol.asyncDispose]: () => context.close() };
    const authenticator = await addAuthenticator(page);
    const email = `pat-${randomUUID()}@example.com`;
    await signUp(page, email);
    await page.goto(`${url}/#account`);
    await authenticator.verify(false);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('alert').getByText('No passkey was used.').waitFor();
    await authenticator.verify(true);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device never used').waitFor();
    expect(await authenticator.count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'passkeys');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('alert').getByText('This device has a passkey of the account already.').waitFor();

    // The suggestion of the form waits, and a click takes its place.
    const signOut = page.getByRole('button', { name: 'Sign out', exact: true });
    const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
    await authenticator.suggestionBy(() => signOut.click());
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'passkey-sign-in');
    await authenticator.answerClick(signIn);
    await page.getByRole('heading', { name: 'Your todos' }).waitFor();
    await page.goto(`${url}/#account`);
    await page.getByText('This device used').waitFor();

    await signOut.click();
    await page.getByRole('heading', { name: 'Your todos' }).waitFor();
    await page.goto(`${url}/#account`);
    await page.getByRole('button', { name: 'Remove This device' }).click();
    await page.getByText('Sign in with your fingerprint or face').waitFor();
    await authenticator.suggestionBy(() => signOut.click());
    await authenticator.answerClick(signIn);
    await page.getByRole('alert').getByText('The passkey was not accepted.').waitFor();

    const api = new CookieJar(scene.anyone);
    await api.post('/auth/forgot-password', { email });
    const mails = await mailsTo(scene.cloud, email, 3);
    const reset = mails.find(({ text }) => text.includes('/auth/reset?'));
    await api.post('/auth/reset-password', { token: reset && tokenIn(reset), password: 'another calm password' });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('another calm password');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Your todos' }).waitFor();
    await page.goto(`${url}/#account`);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('This device never used').waitFor();
    await authenticator.suggestionBy(() => signOut.click());
    await page.goto(`${url}/#support`);
    await authenticator.suggestionBy(() => page.getByRole('button', { name: 'Pay 5 €' }).click());
    await shoot(page, 'passkey-prompt');
    await authenticator.answerClick(page.getByRole('dialog').getByRole('button', { name: 'Use a passkey' }));
    await page.waitForURL(/\/checkout$/);
    expect(complaints).toEqual([]);
  }, 60_000);

  test('greets a visitor without asking the service who it is', async () => {
    const { page, calls } = opened;
    await page.getByRole('heading', { name: 'Get things done' }).waitFor();
    expect(calls).toEqual([]);
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'visitor');
  });

  test('signs up and shows a todo before the service has confirmed it', async () => {
    const { page, calls } = opened;
    await signUp(page, 'ann@example.com');
    const answer = Promise.withResolvers<void>();
    await page.route('**/data/todos', async (route) => {
      if (route.request().method() === 'POST') await answer.promise;
      await route.continue();
    });
    await addTodo(page, 'Water the plants');
    expect(calls.filter((call) => call === 'POST /data/todos')).toHaveLength(1);
    expect(await page.locator('li.pending').count()).toBe(1);
    answer.resolve();
    await page.locator('li.pending').waitFor({ state: 'detached' });
    await page.unroute('**/data/todos');
    await addTodo(page, 'Call Eve');
    await page.getByRole('checkbox', { name: 'Call Eve' }).check();
    await page.getByRole('checkbox', { name: 'Open only' }).check();
    await page.getByRole('listitem').filter({ hasText: 'Call Eve' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('1 open, 1 done').waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'todos');
  });

  test('finds todos while the user types, and a late answer to an older search changes nothing', async () => {
    const { page } = opened;
    const box = page.getByRole('searchbox', { name: 'Search todos' });
    const held = Promise.withResolvers<void>();
    const isAsked = page.waitForRequest(/data\/todos\?.*search=wat/);
    await page.route(/data\/todos\?.*search=wat/, async (route) => {
      await held.promise;
      // The app may have given the request up.
      await route.continue().catch(() => undefined);
    });
    await box.fill('wat');
    await isAsked;
    expect(await page.getByText('Water the plants').count()).toBe(1);
    await box.fill('unheard');
    await page.getByText('No todo has these words.').waitFor();
    held.resolve();
    await page.unroute(/data\/todos\?.*search=wat/);
    await box.fill('the PLA');
    await page.getByText('Water the plants').waitFor();
    await box.fill('"plants water"');
    await page.getByText('No todo has these words.').waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'search');
    await box.fill('');
    await page.getByText('Water the plants').waitFor();
  });

  test('never shows an older answer after a newer one, however late the answers come', async () => {
    const { page } = opened;
    const held = new Map<string, () => Promise<void>>();
    await page.route(/data\/todos\?.*search=/, async (route) => {
      const address = new URL(route.request().url());
      const search = address.searchParams.get('search') ?? '';
      address.searchParams.delete('search');
      const answer = (await (await route.fetch({ url: address.href })).json()) as { data: readonly object[] };
      const id = `0198c5d4-0000-7000-8000-${String(held.size).padStart(12, '0')}`;
      const json = { data: [{ ...answer.data[0], id, title: `Answer to ${search}` }], count: 1 };
      // The app may have aborted the request.
      held.set(search, () => route.fulfill({ json }).catch(() => undefined));
    });
    const shown = await recordTodos(page);
    const box = page.getByRole('searchbox', { name: 'Search todos' });
    const typed = ['wat', 'water', 'water the', 'water the pl'];
    for (const text of typed) {
      await box.fill(text);
      await expect.poll(() => held.has(text), { timeout: 12_000 }).toBe(true);
      // The rows of the last answer stay while the next one is under way.
      expect(await page.getByText('Water the plants').count()).toBe(1);
    }
    const newest = typed.at(-1) ?? '';
    for (const text of typed.toReversed()) {
      await held.get(text)?.();
      await page.getByText(`Answer to ${newest}`).waitFor();
      await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
    }
    expect((await shown()).filter((text) => text.startsWith('Answer'))).toEqual([`Answer to ${newest}`]);
    await page.unroute(/data\/todos\?.*search=/);
    await box.fill('');
    await page.getByText('Water the plants').waitFor();
  });

  test('searches over a slow network without an empty page while the user types', async () => {
    const { page, context } = opened;
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    const slow = { offline: false, latency: 400, downloadThroughput: 20_000, uploadThroughput: 10_000 };
    await network.send('Network.emulateNetworkConditions', slow);
    const shown = await recordTodos(page);
    const box = page.getByRole('searchbox', { name: 'Search todos' });
    await box.pressSequentially('water the plants', { delay: 60 });
    await expect.poll(async () => (await shown()).at(-1), { timeout: 12_000 }).toBe('Water the plants');
    expect(await shown()).not.toContain('');
    expect(await page.getByText('Loading').count()).toBe(0);
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, downloadThroughput: -1 });
    await network.detach();
    await box.fill('');
    await page.getByText('Water the plants').waitFor();
  });

  test('takes back a refused change, and says why', async () => {
    const { page } = opened;
    await page.route('**/data/todos', (route) =>
      route.fulfill({ status: 429, json: { error: 'Too many requests.', code: 'rate_limited', request_id: 'r' } }),
    );
    await page.getByLabel('What is to be done?').fill('Never kept');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Too many requests.' }).waitFor();
    await page.getByText('Never kept').waitFor({ state: 'detached' });
    await page.unroute('**/data/todos');
  });

  test('stores no identity where a script could read it, and stays signed in after a reload', async () => {
    const { page, calls } = opened;
    expect(await readableStorage(page)).toEqual({ local: {}, session: {}, databases: [], cookie: 'todo_signed_in=1' });
    calls.length = 0;
    await page.reload();
    await page.getByText('Water the plants').waitFor();
    expect(calls.filter((call) => call.startsWith('GET /data/todos'))).toHaveLength(1);
    expect(calls.filter((call) => call === 'GET /auth/me')).toHaveLength(1);
  });

  test('posts on the board, and another tab shows it', async () => {
    const { page, context } = opened;
    const tab = await context.newPage();
    await tab.goto(`${url}/#board`);
    await tab.getByText('Be the first').waitFor();
    await page.goto(`${url}/#board`);
    for (const text of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) {
      await page.getByLabel('Your message').fill(text);
      await page.getByRole('button', { name: 'Post' }).click();
      await page.getByRole('list', { name: 'Posts' }).getByText(text, { exact: true }).waitFor();
    }
    await tab.getByText('Six', { exact: true }).waitFor();
    await tab.close();
    await page.reload();
    await page.getByRole('button', { name: 'Older posts' }).click();
    await page.getByText('One', { exact: true }).waitFor();
    expect(await page.getByRole('listitem').count()).toBe(6);
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'board');
  });

  test('uploads an image, shows it and removes it; a file that is too large is refused at once', async () => {
    const { page, calls } = opened;
    await page.goto(`${url}/#photos`);
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'dot.png', mimeType: 'image/png', buffer: PNG });
    const image = page.getByRole('img', { name: 'dot.png' });
    await image.waitFor();
    // The first image starts the process that draws them.
    await expect.poll(() => image.evaluate((element) => Reflect.get(element, 'naturalWidth'))).toBe(1);
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'photos');
    calls.length = 0;
    await input.setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(10_485_761) });
    await page.getByText('large.png is larger than 10 MB.').waitFor();
    await input.setInputFiles({ name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('a') });
    await page.getByText('note.txt is not of a type').waitFor();
    expect(calls).toEqual([]);
    await page.getByRole('button', { name: 'Remove dot.png' }).click();
    await image.waitFor({ state: 'detached' });
  });

  test('shows the progress of an upload, and ends it when it is cancelled', async () => {
    const { page } = opened;
    await page.route('**/storage/upload', () => undefined);
    await page.locator('input[type=file]').setInputFiles({ name: 'slow.png', mimeType: 'image/png', buffer: PNG });
    await page.getByRole('progressbar', { name: 'Upload' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').filter({ hasText: 'cancelled' }).waitFor();
    await page.unroute('**/storage/upload');
  });

  test('sends the contact form into the inbox', async () => {
    const { page } = opened;
    await page.goto(`${url}/#contact`);
    await page.getByLabel('Message').fill('Do you have tea?');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('status').filter({ hasText: 'Thank you' }).waitFor();
    expect((await scene.cloud.get('/projects/todo/messages')).text).toContain('Do you have tea?');
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'contact');
  });

  test('goes offline and comes back without losing the rows on the screen', async () => {
    const { page, context } = opened;
    await page.goto(`${url}/#todos`);
    await page.getByText('Water the plants').waitFor();
    await context.setOffline(true);
    await page.getByLabel('What is to be done?').fill('While away');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor();
    await page.getByText('Water the plants').waitFor();
    await scene.secret.post('/data/todos', { title: 'Of nobody' });
    await context.setOffline(false);
    await addTodo(page, 'Back again');
    expect(opened.complaints).toEqual(
      opened.complaints.filter((text) => text.includes('ERR_INTERNET_DISCONNECTED') || text.includes('cancelled')),
    );
    await context.close();
  });
});

describe('the example after its build', () => {
  let url: string;
  beforeAll(async () => {
    await app.run('vite/bin/vite.js', ['build']);
    url = cleanUp.use(await startVite(['preview'])).url;
  }, 60_000);

  test('asks a paying visitor to sign in, by keyboard, and then continues to the checkout by itself', async () => {
    const { context, page, calls, complaints } = await open(`${url}/#support`);
    await page.getByRole('button', { name: 'Pay 5 €' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'prompt');
    await page.keyboard.press('Escape');
    await page.getByRole('alert').filter({ hasText: 'cancelled' }).waitFor();
    await page.getByRole('button', { name: 'Pay 5 €' }).click();
    await dialog.getByRole('button', { name: 'Create an account' }).click();
    const creating = page.getByRole('dialog', { name: 'Create an account' });
    await creating.getByLabel('Email').fill('payer@example.com');
    await creating.getByLabel('Password').fill('password');
    await page.keyboard.press('Enter');
    await creating.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await creating.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/checkout$/);
    expect(calls.filter((call) => call.includes('process_payment'))).toHaveLength(3);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('offers the project’s providers in the prompt, and leaves for the chosen one', async () => {
    const secret = { client_id: 'todo', client_secret: 'a secret' };
    const providers = { google: secret, 'our-school': { ...secret, issuer: 'https://school.example' } };
    const set = await scene.cloud.patch('/projects/todo/settings', { auth: { providers } });
    expect(set.status, set.text).toBe(200);
    const { context, page, complaints } = await open(`${url}/#support`);
    await page.getByRole('button', { name: 'Pay 5 €' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign in' });
    await dialog.getByRole('button', { name: 'Continue with Our school' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'providers');
    await page.route('**/auth/oauth/**', (route) => route.fulfill({ body: 'The page of the provider' }));
    await dialog.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('The page of the provider').waitFor();
    const left = new URL(page.url());
    expect([left.pathname, left.searchParams.get('redirect_to')]).toEqual([
      '/api/baas/todo/auth/oauth/google',
      `${url}/#support`,
    ]);
    expect(complaints).toEqual([]);
    await context.close();
    await scene.cloud.patch('/projects/todo/settings', { auth: { providers: { google: null, 'our-school': null } } });
  });

  test('asks for the second factor, and shows the whole address on a phone', async () => {
    const email = `${'a-long-address.'.repeat(4)}x@${'and-its-domain.'.repeat(4)}example.com`;
    const jar = new CookieJar(scene.anyone);
    expect((await jar.post('/auth/signup', { email, password: PASSWORD })).status).toBe(201);
    const secret = textAt((await jar.post('/auth/mfa/totp/enroll', {})).body, 'data', 'secret');
    expect((await jar.post('/auth/mfa/totp/verify', { code: codeOf(secret) })).status).toBe(200);
    const { context, page, complaints } = await open(`${url}/#account`, { viewport: { width: 375, height: 700 } });
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    const field = page.getByLabel('Six digits');
    await field.waitFor();
    expect(await violations(page)).toEqual([]);
    await shoot(page, 'code');
    await page.setViewportSize({ width: 375, height: 700 });
    await page.keyboard.type('000000');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
    await field.fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your todos' }).waitFor();
    const link = page.getByRole('link', { name: email });
    const [shown, needed] = await link.evaluate((each) =>
      ['clientWidth', 'scrollWidth'].map((key) => Reflect.get(each, key)),
    );
    expect(shown).toBeGreaterThanOrEqual(needed);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await shoot(page, 'long-address');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('says how to fix it when the browser refuses the cookies', async () => {
    const { context, page } = await open(`${url}/#account`);
    await page.route('**/auth/signup', async (route) => {
      const answer = await route.fetch();
      const { 'set-cookie': _, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
      await context.clearCookies();
    });
    await page.route('**/auth/me', (route) =>
      route.fulfill({ status: 401, json: { error: 'Sign in.', code: 'not_authenticated', request_id: 'r' } }),
    );
    await page.getByRole('button', { name: 'I am new here' }).click();
    await page.getByLabel('Email').fill('blocked@example.com');
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign up' }).click();
    await page.getByRole('alert').filter({ hasText: 'refused the session cookie' }).waitFor();
    await context.close();
  });
});

describe('the example as a published app on the service', () => {
  test('works on its own origin, on a phone, and in two tabs whose sessions expire at the same moment', async () => {
    await promisify(execFile)('tar', ['czf', 'app.tar.gz', 'dist', 'functions'], { cwd: app.folder });
    await scene.cloud.call('DELETE', '/projects/todo/functions/summary');
    const published = await scene.cloud.call('POST', '/projects/todo/deployments', {
      headers: { 'content-type': 'application/gzip' },
      body: await readFile(join(app.folder, 'app.tar.gz')),
    });
    expect(published.status, published.text).toBe(201);
    const url = `http://todo.localhost:${scene.service.port}`;
    const { context, page, complaints } = await open(url, { viewport: { width: 375, height: 700 } });
    await signUp(page, 'phone@example.com');
    await addTodo(
      page,
      'A todo with a name so long that it would not fit on a phone if nothing were done about it_'.repeat(2),
    );
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
    await page.getByRole('button', { name: 'Summary' }).click();
    await page.getByText('1 open, 0 done').waitFor();
    const tab = await context.newPage();
    await tab.goto(url);
    await tab.getByRole('button', { name: 'Summary' }).waitFor();
    await context.clearCookies({ name: 'todo_session' });
    await Promise.all([page, tab].map((each) => each.getByRole('button', { name: 'Summary' }).click()));
    await Promise.all([page, tab].map((each) => each.getByText('1 open, 0 done').waitFor()));
    await tab.goto(`${url}/#account`);
    await tab.getByRole('button', { name: 'Sign out', exact: true }).click();
    await page.getByRole('heading', { name: 'Get things done' }).waitFor();
    expect(await page.getByText('A todo with a name').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
