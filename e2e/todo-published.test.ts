import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textAt } from './harness/api-client.ts';
import { CookieJar } from './harness/cookie-jar.ts';
import type { Scene } from './harness/each-engine.ts';
import { codeOf } from './harness/one-time-codes.ts';
import type { AppFolder } from './harness/packed-packages.ts';
import { startVite } from './harness/start-vite.ts';
import { openTodoExample } from './harness/todo-example.ts';
import { addTodo, openTodoApp, PASSWORD, shoot, signUp, violations } from './harness/todo-page.ts';

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let app: AppFolder;

beforeAll(async () => {
  ({ scene, browser, app } = await openTodoExample(cleanUp));
}, 180_000);

afterAll(() => cleanUp.disposeAsync());

describe('the example after its build', () => {
  let url: string;
  beforeAll(async () => {
    await app.run('vite/bin/vite.js', ['build']);
    url = cleanUp.use(await startVite(app, ['preview'])).url;
  }, 60_000);

  test('asks a paying visitor to sign in, by keyboard, and then continues to the checkout by itself', async () => {
    const { context, page, calls, complaints } = await openTodoApp(browser, `${url}/#support`);
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
    const { context, page, complaints } = await openTodoApp(browser, `${url}/#support`);
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
    const { context, page, complaints } = await openTodoApp(browser, `${url}/#account`, {
      viewport: { width: 375, height: 700 },
    });
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
    const { context, page } = await openTodoApp(browser, `${url}/#account`);
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
    const { context, page, complaints } = await openTodoApp(browser, url, { viewport: { width: 375, height: 700 } });
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
