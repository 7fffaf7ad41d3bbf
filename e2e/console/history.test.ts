import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../harness/api-client.ts';
import { createArchive } from '../harness/archive.ts';
import type { CookieJar } from '../harness/cookie-jar.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  openWindow,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let window: ConsoleWindow;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
});
afterAll(() => cleanUp.disposeAsync());

const read = async (path: string, ...keys: readonly (string | number)[]): Promise<unknown> =>
  at((await scene.cloud.get(`/projects/shop${path}`)).body, 'data', ...keys);

async function change(path: string, body: object): Promise<void> {
  const changed = await owner.call('PATCH', path, { body });
  expect(changed.status, changed.text).toBe(200);
}

/** The newest change with this action. */
const latest = (action: string): Locator =>
  window.page.getByRole('table', { name: 'History' }).getByRole('row').filter({ hasText: action }).first();

/** Undoes the newest change with this action, after the question. */
async function undo(action: string): Promise<void> {
  await window.visit('p/shop/history');
  await latest(action).getByRole('button', { name: 'Undo' }).click();
  const question = window.page.getByRole('dialog', { name: 'Undo?' });
  expect(await findBarriers(window.page, undefined, 'dialog')).toEqual([]);
  await question.getByRole('button', { name: 'Undo' }).click();
  await question.waitFor({ state: 'detached' });
  await window.page.getByText('Undone.').waitFor();
}

test('rules go back to what they were', async () => {
  const rules = { read: 'public', create: 'public', update: 'private', delete: 'private' };
  const columns = [{ name: 'text', type: 'text' }];
  await owner.post('/projects/shop/tables', { name: 'notes', columns, rules });
  await change('/projects/shop/tables/notes', { rules: { read: 'authenticated', create: 'private' } });
  await undo('table.update');
  expect(await read('/tables/notes', 'rules')).toMatchObject(rules);
});

test('settings go back to what they were, and others stay', async () => {
  await change('/projects/shop/settings', { auth: { password_min_length: 9 } });
  await change('/projects/shop/settings', { inbox: { enabled: true } });
  await change('/projects/shop/settings', { auth: { password_min_length: 12 } });
  await undo('settings.update');
  expect(await read('/settings', 'auth', 'password_min_length')).toBe(9);
  expect(await read('/settings', 'inbox', 'enabled')).toBe(true);
});

test('a function goes back to the version before', async () => {
  const deploy = (answer: number) =>
    owner.call('PUT', '/projects/shop/functions/count', {
      body: { trigger: 'http', source: `export default () => ${answer};` },
    });
  expect((await deploy(1)).status).toBeLessThan(300);
  expect((await deploy(2)).status).toBeLessThan(300);
  await undo('function.deploy');
  const run = await scene.cloud.post('/projects/shop/functions/count/run', {});
  expect(at(run.body, 'data', 'result')).toBe(1);
});

test('the app goes back to the deployment before', async () => {
  const publish = async (text: string): Promise<void> => {
    const body = await createArchive({ 'dist/index.html': `<h1>${text}</h1>` });
    const headers = { 'content-type': 'application/gzip' };
    const made = await owner.call('POST', '/projects/shop/deployments', { body, headers });
    expect(made.status, made.text).toBe(201);
  };
  await publish('first');
  await publish('second');
  await undo('deployment.create');
  const deployments = (await read('/deployments')) as readonly { readonly number: number; readonly active: boolean }[];
  expect(deployments.filter(({ active }) => active).map(({ number }) => number)).toEqual([1]);
});

test('a newer change of the same thing has to be undone first, and runs of functions are no changes', async () => {
  await change('/projects/shop/tables/notes', { rules: { read: 'private' } });
  await change('/projects/shop/tables/notes', { rules: { read: 'authenticated' } });
  await window.visit('p/shop/history');
  const changes = window.page
    .getByRole('table', { name: 'History' })
    .getByRole('row')
    .filter({ hasText: 'table.update' });
  await eventually(() => changes.nth(0).getByRole('button', { name: 'Undo' }).count()).toBe(1);
  expect(await changes.nth(1).getByRole('button', { name: 'Undo' }).count()).toBe(0);
  expect(await latest('function.run').count()).toBe(0);
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints).toEqual([]);
});
