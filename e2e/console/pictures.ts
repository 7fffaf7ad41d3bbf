import { mkdir, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { cleaningUp } from '../harness/cleaning-up.ts';
import { type ConsoleWindow, openWindow, setUpOwner, startConsole } from './console-scene.ts';
import { fillProject } from './filled-project.ts';

// Takes the pictures in docs/console.md from the current console: `npm run docs:console`.
const FOLDER = new URL('../../docs/console/', import.meta.url);
const WIDTH = 1200;
const HEIGHT = 680;
const PHONE = 375;

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER);
await cleaningUp(async (cleanUp) => {
  const scene = cleanUp.use(await startConsole());
  const owner = await setUpOwner(scene);
  const { webhookId } = await fillProject(scene, owner, { rows: 300, users: 12, functions: 6, deliveries: 8 });
  const window = cleanUp.use(await openWindow(scene, { session: owner, width: WIDTH }));
  await window.page.setViewportSize({ width: WIDTH, height: HEIGHT });
  await takePages(window, webhookId);
  await takeDarkAndPhone(window);
});

async function takePages(window: ConsoleWindow, webhookId: string): Promise<void> {
  const { page } = window;
  const region = (name: string) => page.getByRole('region', { name });

  await window.visit('p/shop');
  await take(window, 'overview');

  await window.visit('p/shop/tables/products?filter=price:gte:10&order=price:desc');
  await page.getByRole('checkbox', { name: 'Select row' }).first().check();
  await take(window, 'grid');

  await window.visit('p/shop/tables/products/rules');
  await region('View as').getByRole('combobox', { name: 'Action' }).selectOption('create');
  await region('View as').getByRole('button', { name: 'Try' }).click();
  await region('View as').getByText('Denied').waitFor();
  await region('View as').scrollIntoViewIfNeeded();
  await take(window, 'rules');

  await window.visit('p/shop/functions/greet');
  await page.getByLabel('Payload').fill('{"name": "Ada"}');
  await page.getByRole('button', { name: 'Run function' }).click();
  await region('Result').getByText('Hello Ada').waitFor();
  await take(window, 'function');

  await window.visit(`p/shop/webhooks/${webhookId}`);
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  await region('Attempt 1').waitFor();
  await take(window, 'delivery');

  await window.visit('p/shop/inbox');
  await page.getByRole('table', { name: 'Messages' }).getByRole('link', { name: 'Ann' }).click();
  await region('Message').waitFor();
  await take(window, 'inbox');
}

async function takeDarkAndPhone(window: ConsoleWindow): Promise<void> {
  const { page } = window;
  await page.emulateMedia({ colorScheme: 'dark' });
  await window.visit('p/shop/settings/mails');
  await take(window, 'mails-dark');

  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: PHONE, height: HEIGHT });
  await window.visit('p/shop/users');
  await take(window, 'users-phone');
}

async function take({ page: shown, settle }: ConsoleWindow, name: string): Promise<void> {
  await settle();
  await shown.screenshot({ path: fileURLToPath(new URL(`${name}.png`, FOLDER)), caret: 'hide' });
}
