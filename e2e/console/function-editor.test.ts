import { gzipSync } from 'node:zlib';
import type { Response } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  openWindow,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const SCRIPT_BYTES_MAX = 230 * 1024;

let scene: ConsoleScene;
let window: ConsoleWindow;

beforeAll(async () => {
  scene = await startConsole();
  const owner = await setUpOwner(scene);
  window = await openWindow(scene, { session: owner });
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  await scene.cloud.post('/projects/shop/tables', {
    name: 'tasks',
    columns: [{ name: 'title', type: 'text', required: true }],
  });
});
afterAll(async () => {
  await window?.[Symbol.asyncDispose]();
  await scene?.[Symbol.asyncDispose]();
});

async function deploy(source: string): Promise<void> {
  const made = await scene.cloud.call('PUT', '/projects/shop/functions/greet', { body: { trigger: 'http', source } });
  expect(made.status, made.text).toBeLessThan(300);
}

const sourceField = () => window.page.getByRole('textbox', { name: 'Source of index.ts' });
const problems = () => window.page.getByRole('list', { name: 'Problems' }).getByRole('button').allInnerTexts();

test('the page of a function loads at most 230 KB of JavaScript, and the editor only once it is used', async () => {
  await deploy('export default async function (ctx) {\n  return { at: 1 };\n}\n');
  const responses: Response[] = [];
  const collect = (response: Response): void => {
    if (response.url().endsWith('.js')) responses.push(response);
  };
  const loaded = (): readonly string[] => responses.map((response) => response.url());
  window.page.on('response', collect);
  await window.visit('p/shop/functions/greet');
  await sourceField().waitFor();
  const bodies = await Promise.all(responses.map((response) => response.body()));
  const bytes = bodies.reduce((sum, body) => sum + gzipSync(body).length, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(await findBarriers(window.page)).toEqual([]);
  expect(loaded().filter((url) => /editor|worker/.test(url))).toEqual([]);
  await sourceField().focus();
  await window.page.locator('.cm-content').waitFor();
  await eventually(() => loaded().some((url) => url.includes('language.worker'))).toBe(true);
  window.page.off('response', collect);
});

test('what is typed before the editor has loaded is kept, with the caret', async () => {
  const { page } = window;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/code-editor-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await window.visit('p/shop/functions/greet');
  await sourceField().focus();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('// first');
  expect(await page.locator('.cm-content').count()).toBe(0);
  release();
  await page.locator('.cm-content').waitFor();
  await page.keyboard.type(' line\n');
  await page.unroute('**/code-editor-*.js');
  const lines = async () => (await page.locator('.cm-line').allInnerTexts()).map((line) => line.trimEnd());
  await eventually(lines).toEqual([
    '// first line',
    'export default async function (ctx) {',
    '  return { at: 1 };',
    '}',
    '',
  ]);
  await page.getByText('Line 2, column 1').waitFor();
  await page.getByRole('button', { name: 'Discard changes' }).click();
});

test('mistakes in types are listed before deploying, with their places, and are gone once corrected', async () => {
  await sourceField().fill("export default async function (ctx) {\n  return ctx.data.table('taks').list();\n}\n");
  await eventually(problems).toEqual(['index.ts:2:25 The project has no table "taks". Did you mean "tasks"?']);
  await window.page.getByText('Types are checked').waitFor();
  await sourceField().fill(
    "export default async function (ctx) {\n  const [task] = await ctx.data.table('tasks').list();\n  return task.titel;\n}\n",
  );
  await eventually(problems).toEqual([
    expect.stringMatching(/^index\.ts:3:15 Property 'titel' does not exist .* Did you mean 'title'\?$/),
  ]);
  await sourceField().fill('export default async function (ctx) {\n  return ctx.run_id;\n}\n');
  await eventually(problems).toEqual([]);
  expect((await scene.cloud.get('/projects/shop/functions/greet')).text).toContain('at: 1');
});

test('the editor completes columns of the project’s tables and says what they are', async () => {
  const { page } = window;
  await sourceField().fill(
    "export default async function (ctx) {\n  const [task] = await ctx.data.table('tasks').list();\n  task\n}\n",
  );
  await page.getByText('Types are checked').waitFor();
  await page.locator('.cm-line').nth(2).click();
  await page.keyboard.press('End');
  await page.keyboard.type('.ti');
  const options = page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
  await eventually(() => options.allInnerTexts()).toEqual(['title']);
  await page
    .locator('.cm-help')
    .getByText(/title: string$/)
    .waitFor();
  // The editor ignores Enter for a moment after the list has opened.
  await options.first().click();
  await eventually(() => page.locator('.cm-line').nth(2).textContent()).toBe('  task.title');
  expect(window.complaints).toEqual([]);
});
