import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from './harness/browser.ts';
import { createScene, createTable, type Scene } from './harness/each-engine.ts';
import { linkIn, type MailboxMail, mailsTo } from './harness/mailbox.ts';
import { startService } from './harness/service-process.ts';

const EMAIL = 'ann@example.com';
const PASSWORD = 'a calm and long password';
const SECOND = 'another calm and long password';
const EMPTY_PAGE = '<!doctype html><link rel="icon" href="data:,">';
const OWNED = { read: 'owner', create: 'authenticated', update: 'owner', delete: 'owner' };

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let app: string;
/** Errors of the pages: a refused style, a blocked form, a failed script. */
const complaints: string[] = [];

beforeAll(async () => {
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
  scene = await createScene(service);
  await createTable(scene, { name: 'notes', columns: [{ name: 'title', type: 'text' }], rules: OWNED });
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  context = await browser.newContext();
  // The app itself does not matter here: an empty page of its origin will do.
  await context.route('**/start', (route) => route.fulfill({ contentType: 'text/html', body: EMPTY_PAGE }));
  app = `http://shop.localhost:${service.port}`;
  page = await openApp(context, app);
}, 60_000);

afterAll(() => cleanUp.disposeAsync());

/** A page on the published app's origin, whose script calls the API. */
async function openApp(from: BrowserContext, origin: string): Promise<Page> {
  const opened = await from.newPage();
  opened.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of 4')) {
      complaints.push(message.text());
    }
  });
  opened.on('pageerror', (error) => complaints.push(String(error)));
  await opened.goto(`${origin}/start`);
  return opened;
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/** The answer that a script on the page gets; undefined if the browser withholds it. */
async function callFrom(from: Page, method: string, path: string, body?: object): Promise<Reply | undefined> {
  const request = { method, path, base: `${app}/api/baas/shop`, key: scene.publicKey, body };
  return await from.evaluate(async ({ method: verb, path: rest, base, key, body: json }) => {
    const headers = { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) };
    const init = {
      method: verb,
      headers,
      credentials: 'include' as const,
      ...(json && { body: JSON.stringify(json) }),
    };
    try {
      const answer = await fetch(base + rest, init);
      return { status: answer.status, body: await answer.json() };
    } catch {
      return undefined;
    }
  }, request);
}

function call(method: string, path: string, body?: object): Promise<Reply | undefined> {
  return callFrom(page, method, path, body);
}

async function mailCalled(subject: string): Promise<MailboxMail> {
  for (let count = 1; ; count += 1) {
    const mail = (await mailsTo(scene.cloud, EMAIL, count)).find((each) => each.subject === subject);
    if (mail !== undefined) return mail;
  }
}

// One person's day in a browser; each step builds on the earlier ones.
test('a sign-up signs the browser in, and no script can read the session’s cookies', async () => {
  const json = { email: EMAIL, password: PASSWORD, redirect_to: `${app}/start` };
  expect((await call('POST', '/auth/signup', json))?.status).toBe(201);
  expect(await page.evaluate('document.cookie')).toBe('shop_signed_in=1');
  expect(await page.evaluate('localStorage.length + sessionStorage.length')).toBe(0);
  const cookies = await context.cookies(app);
  const secret = { httpOnly: true, sameSite: 'Lax', path: '/', domain: 'shop.localhost' };
  expect(cookies.find(({ name }) => name === 'shop_session')).toMatchObject(secret);
  expect(cookies.find(({ name }) => name === 'shop_refresh')).toMatchObject(secret);
});

test('the browser stays signed in after a reload, and the user owns the rows it writes', async () => {
  expect((await call('POST', '/data/notes', { title: 'mine' }))?.status).toBe(201);
  await page.reload();
  expect(await call('GET', '/data/notes')).toMatchObject({
    status: 200,
    body: { data: [{ title: 'mine' }], count: 1 },
  });
});

test('two tabs that refresh at the same moment both stay signed in', async () => {
  const tab = await openApp(context, app);
  for (let round = 0; round < 5; round += 1) {
    const replies = await Promise.all([call('POST', '/auth/refresh'), callFrom(tab, 'POST', '/auth/refresh')]);
    expect(replies.map((reply) => reply?.status)).toEqual([200, 200]);
  }
  expect((await call('GET', '/auth/me'))?.status).toBe(200);
  expect((await callFrom(tab, 'GET', '/auth/me'))?.status).toBe(200);
  await tab.close();
});

test('a page of another site can neither read nor write as the signed-in user', async () => {
  const before = await scene.secret.get('/data/notes');
  const evil = await openApp(context, app.replace('shop.', 'evil.'));
  expect(await callFrom(evil, 'GET', '/auth/me')).toBeUndefined();
  expect(await callFrom(evil, 'POST', '/data/notes', { title: 'forged' })).toBeUndefined();
  expect(await callFrom(evil, 'POST', '/auth/logout')).toBeUndefined();
  await evil.close();
  // The browser logs why it withheld the answers.
  expect(complaints.splice(0).every((text) => /CORS|Failed to load/.test(text))).toBe(true);
  expect((await scene.secret.get('/data/notes')).body).toEqual(before.body);
  expect((await call('GET', '/auth/me'))?.status).toBe(200);
});

test('the link in the mail opens a page that fits a phone, works by keyboard, and leads back to the app', async () => {
  const phone = await openApp(context, app);
  await phone.setViewportSize({ width: 375, height: 667 });
  const mail = await mailCalled('Confirm your e-mail address');
  await phone.goto(linkIn(mail).href);
  expect(await phone.evaluate('document.documentElement.scrollWidth')).toBe(375);
  expect(await call('GET', '/auth/me')).toMatchObject({ body: { data: { user: { email_verified: false } } } });
  // This browser has not signed up, so the page asks for the password and focuses its field.
  await phone.keyboard.type(PASSWORD);
  await phone.keyboard.press('Enter');
  await phone.waitForURL(`${app}/start`);
  expect(await call('GET', '/auth/me')).toMatchObject({ body: { data: { user: { email_verified: true } } } });
  await phone.goto(linkIn(mail).href);
  expect(await phone.textContent('h1')).toBe('This link is no longer valid');
  await phone.close();
});

test('the page behind the reset mail explains why it refuses a weak password, and a new password ends the sessions', async () => {
  expect((await call('POST', '/auth/forgot-password', { email: EMAIL }))?.status).toBe(202);
  await page.goto(linkIn(await mailCalled('Set a new password')).href);
  await page.fill('input[type=password]', 'password');
  await page.keyboard.press('Enter');
  await page.waitForSelector('[role=alert]');
  await page.fill('input[type=password]', SECOND);
  await page.keyboard.press('Enter');
  await page.locator('h1', { hasText: 'Password changed' }).waitFor();
  await page.goto(`${app}/start`);
  expect((await call('GET', '/auth/me'))?.status).toBe(401);
  expect((await call('POST', '/auth/login', { email: EMAIL, password: PASSWORD }))?.status).toBe(401);
  expect((await call('POST', '/auth/login', { email: EMAIL, password: SECOND }))?.status).toBe(200);
});

test('the mail itself shows its button and fits a phone, in light and dark, without loading anything', async () => {
  const { html } = await mailCalled('Set a new password');
  for (const colorScheme of ['light', 'dark'] as const) {
    const reader = await browser.newPage({ colorScheme, viewport: { width: 375, height: 667 } });
    const loaded: string[] = [];
    reader.on('request', (request) => loaded.push(request.url()));
    await reader.setContent(html);
    expect(await reader.evaluate('document.documentElement.scrollWidth')).toBe(375);
    const button = reader.getByRole('link', { name: 'Set a new password' });
    expect(await button.isVisible()).toBe(true);
    expect((await button.boundingBox())?.height).toBeGreaterThan(40);
    expect(loaded).toEqual([]);
    await reader.close();
  }
});

test('signing out removes the session’s cookies, and a reload does not bring the session back', async () => {
  expect((await call('POST', '/auth/logout'))?.status).toBe(200);
  // The remaining cookie marks a browser in which a user has signed in before; it grants nothing.
  expect((await context.cookies(app)).map(({ name }) => name)).toEqual(['shop_device']);
  await page.reload();
  expect((await call('GET', '/auth/me'))?.status).toBe(401);
  expect((await call('GET', '/data/notes'))?.status).toBe(401);
});

test('no page in this file threw an error, was blocked, or sent a request to another host', () => {
  expect(complaints).toEqual([]);
});
