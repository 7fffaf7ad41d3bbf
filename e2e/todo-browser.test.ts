import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CookieJar } from './harness/cookie-jar.ts';
import type { Scene } from './harness/each-engine.ts';
import { mailsTo, tokenIn } from './harness/mailbox.ts';
import type { AppFolder } from './harness/packed-packages.ts';
import { startVite } from './harness/start-vite.ts';
import { openTodoExample } from './harness/todo-example.ts';
import {
  addTodo,
  type OpenedApp,
  openTodoApp,
  readableStorage,
  recordTodos,
  shoot,
  signUp,
  violations,
} from './harness/todo-page.ts';
import { addAuthenticator } from './harness/virtual-authenticator.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const ROWS = '/data/todos';

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let app: AppFolder;

beforeAll(async () => {
  ({ scene, browser, app } = await openTodoExample(cleanUp));
}, 180_000);

afterAll(() => cleanUp.disposeAsync());

describe('the example in development', () => {
  let opened: OpenedApp;
  let url: string;
  beforeAll(async () => {
    const vite = cleanUp.use(await startVite(app, []));
    url = vite.url;
    opened = await openTodoApp(browser, url);
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
    const { context, page, complaints } = await openTodoApp(browser, url);
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
    const posted = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    // On a slow network the first list arrives after the first todo is typed.
    await page.route(`**${ROWS}*`, async (route) => {
      const isInsert = route.request().method() === 'POST';
      if (isInsert) posted.resolve();
      await (isInsert ? answer : posted).promise;
      await route.continue();
    });
    await signUp(page, 'ann@example.com');
    await addTodo(page, 'Water the plants');
    expect(calls.filter((call) => call === 'POST /data/todos')).toHaveLength(1);
    expect(await page.locator('li.pending').count()).toBe(1);
    answer.resolve();
    await page.locator('li.pending').waitFor({ state: 'detached' });
    await page.unroute(`**${ROWS}*`);
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
    await page.getByText('note.txt has a type that is not accepted').waitFor();
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
