import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textAt } from '../harness/api-client.ts';
import type { CookieJar } from '../harness/cookie-jar.ts';
import { addAuthenticator, type VirtualAuthenticator } from '../harness/virtual-authenticator.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  findBarriers,
  openWindow,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

/** If set, the tests save pictures of the pages in this folder. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let window: ConsoleWindow;
let page: Page;
let authenticator: VirtualAuthenticator;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  // Passkeys belong to a host name; the public address has the host localhost.
  const service = { ...scene.service, url: `http://localhost:${scene.service.port}` };
  window = cleanUp.use(await openWindow({ ...scene, service }, { session: owner }));
  page = window.page;
  authenticator = await addAuthenticator(page);
});

afterAll(() => cleanUp.disposeAsync());

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });

async function shoot(name: string): Promise<void> {
  if (SCREENSHOTS === undefined) return;
  await mkdir(SCREENSHOTS, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [375, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test('an operator adds, renames, uses and removes a passkey', async () => {
  await window.visit('account');
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  await button('Add passkey').click();
  await dialog('Add passkey').getByLabel('Name').fill('Laptop');
  await dialog('Add passkey').getByRole('button', { name: 'Add passkey' }).click();
  const table = page.getByRole('table', { name: 'Passkeys' });
  await table.getByText('Laptop').waitFor();
  expect(await authenticator.count()).toBe(1);
  expect(await findBarriers(page)).toEqual([]);
  await shoot('console-account');
  await table.getByRole('button', { name: 'Rename' }).click();
  await dialog('Rename passkey').getByLabel('Name').fill('Old laptop');
  await dialog('Rename passkey').getByRole('button', { name: 'Rename passkey' }).click();
  await table.getByText('Old laptop').waitFor();

  await authenticator.answer(false);
  await owner.post('/auth/logout', {});
  await page.context().clearCookies();
  await window.visit('sign-in');
  await button('Sign in with a passkey').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await shoot('console-sign-in');
  await authenticator.answer(true);
  await button('Sign in with a passkey').click();
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  // The suggestion in the address field signs in as well.
  await page.context().clearCookies();
  await window.visit('sign-in');
  await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();

  await window.visit('account');
  await table.getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await table.waitFor({ state: 'detached' });
});

test('an owner switches passkeys on, and sees a user’s passkeys', async () => {
  await window.visit('p/shop/settings/sign-in');
  await page.getByLabel('Allow passkeys').check();
  await page.getByLabel('Host of passkeys').fill('elsewhere.example');
  await page.getByRole('button', { name: /Save/ }).click();
  await page.getByText('must be the host of an allowed origin').first().waitFor();
  await shoot('console-settings');
  await page.getByLabel('Host of passkeys').fill('');
  await page.getByRole('button', { name: /Save/ }).click();
  await expect
    .poll(async () => (await scene.cloud.get('/projects/shop/settings')).text)
    .toContain('"passkeys":{"enabled":true}');
  const user = await scene.cloud.post('/projects/shop/users', { email: 'ann@example.com' });
  await window.visit(`p/shop/users/${textAt(user.body, 'data', 'id')}`);
  await page.getByRole('heading', { name: 'Passkeys' }).waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await shoot('console-user');
});
