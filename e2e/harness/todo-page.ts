import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';

export const PASSWORD = 'a calm and long password';
/** Set to a folder to look at the pages. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

export interface OpenedApp {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Method and path of the calls to the service. */
  readonly calls: string[];
  /** Errors that the page threw or logged. */
  readonly complaints: string[];
}

export async function openTodoApp(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<OpenedApp> {
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

export async function signUp(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'I am new here' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('heading', { name: 'Your todos' }).waitFor();
}

export async function addTodo(page: Page, title: string): Promise<void> {
  await page.getByLabel('What is to be done?').fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('listitem').filter({ hasText: title }).waitFor();
}

/** Records the titles in the list, joined by commas, at each change of the page. */
export async function recordTodos(page: Page): Promise<() => Promise<string[]>> {
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
export async function readableStorage(page: Page): Promise<unknown> {
  return await page.evaluate(
    `indexedDB.databases().then((databases) => ({
      local: { ...localStorage }, session: { ...sessionStorage }, cookie: document.cookie,
      databases: databases.map(({ name }) => name),
    }))`,
  );
}

export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8'));
  const found = await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
  );
  return found as string[];
}

export async function shoot(page: Page, name: string): Promise<void> {
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
