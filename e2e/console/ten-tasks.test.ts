import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient, textAt } from '../harness/api-client.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  openWindow,
  setUpOwner,
  startConsole,
} from './console-scene.ts';
import { fillProject } from './filled-project.ts';

/**
 * Ten tasks of a person who knows the names of Supabase Studio. Each begins on Overview: the palette gets the name that
 * the person knows, and from there on only words that the page shows are followed.
 */
const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let window: ConsoleWindow;
let page: Page;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  const owner = await setUpOwner(scene);
  await fillProject(scene, owner, { rows: 30, users: 3, functions: 1, deliveries: 1 });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
  page = window.page;
});
afterAll(() => cleanUp.disposeAsync());

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const link = (name: string): Locator => page.getByRole('main').getByRole('link', { name, exact: true });
const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const region = (name: string): Locator => page.getByRole('region', { name, exact: true });
const field = (label: string): Locator => page.getByLabel(label, { exact: true });

/** Opens the first page that the palette finds by the name. */
async function lookFor(name: string, h1: string): Promise<void> {
  await window.visit('p/shop');
  await button('Search or jump to').click();
  await page.keyboard.type(name);
  await dialog('Search or jump to').getByRole('option', { selected: true }).filter({ hasText: name }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: h1, exact: true }).waitFor();
}

test('1. “Table editor”: adds a column', async () => {
  await lookFor('Table editor', 'Tables');
  await link('products').click();
  // The list of tables has a button of this name too, which sorts.
  await page.getByRole('heading', { level: 1, name: 'products', exact: true }).waitFor();
  await button('Columns').click();
  await dialog('Columns').getByRole('link', { name: 'Add or change columns' }).click();
  await button('Add column').click();
  await dialog('Add column').getByLabel('Name').fill('stock');
  await dialog('Add column').getByLabel('Type').selectOption('integer');
  await dialog('Add column').getByRole('button', { name: 'Add column' }).click();
  await button('Review changes').click();
  await button('Apply changes').click();
  await eventually(async () => (await scene.cloud.get('/projects/shop/tables/products')).text).toContain('"stock"');
});

test('2. “Policies”: lets only owners read their rows', async () => {
  await lookFor('Policies', 'Tables');
  await link('reviews').click();
  await link('Rules').click();
  await field('Read').selectOption('owner');
  await page.getByText('Signed-in users may see their own rows.').waitFor();
  await button('Save changes').click();
  await page.getByText('Changes saved.').waitFor();
  const anyone = await projectClient();
  expect((await anyone.get('/data/reviews')).status).toBe(401);
});

test('3. “Authentication”: looks at a user', async () => {
  await lookFor('Authentication', 'Users');
  await field('Search').fill('user2');
  await link('user2@example.com').click();
  await page.getByRole('heading', { level: 1, name: 'user2@example.com' }).waitFor();
  expect(await field('Name').inputValue()).toBe('User 2');
});

test('4. “SQL editor”: counts rows by kind', async () => {
  await lookFor('SQL editor', 'Query');
  await field('Table').selectOption('products');
  await field('Aggregates').fill('count');
  await field('Group by').fill('kind');
  await button('Ask the data').click();
  await region('Result').getByText('3 groups').waitFor();
  await region('Result').getByRole('cell', { name: '10', exact: true }).first().waitFor();
});

test('5. “API keys”: rotates the public key', async () => {
  await lookFor('API keys', 'Keys');
  const before = await field('Public key').inputValue();
  await button('Rotate public key').click();
  await field('Type shop to confirm').fill('shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate public key' }).click();
  await eventually(() => field('Public key').inputValue()).not.toBe(before);
});

test('6. “Backups”: restores a backup', async () => {
  await lookFor('Backups', 'Backup');
  await button('Make the first backup').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create backup' }).click();
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Restore from it' }).click();
  await button('Restore').click();
  await field('Type shop to confirm').fill('shop');
  await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
  await page.getByText('The project was restored.').waitFor();
});

test('7. “Storage”: uploads a file', async () => {
  await window.visit('p/shop');
  await button('Search or jump to').click();
  await page.keyboard.type('Storage');
  await dialog('Search or jump to').getByRole('option', { name: 'Files · Storage' }).click();
  await page.getByRole('heading', { level: 1, name: 'Files', exact: true }).waitFor();
  const chooser = page.waitForEvent('filechooser');
  await button('Upload files').click();
  await (await chooser).setFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('logo') });
  await link('logo.txt').waitFor();
});

test('8. “Database webhooks”: sees a failed delivery and sends it again', async () => {
  const { cloud, receiver } = scene;
  const anyone = await projectClient();
  receiver.statuses.push(500);
  expect((await anyone.post('/data/reviews', { text: 'Refused' })).status).toBe(201);
  await lookFor('Database webhooks', 'Webhooks');
  await link('Reviews').click();
  await eventually(async () => (await cloud.get('/projects/shop/webhooks?stats=true')).text).toContain('"pending":1');
  await window.visit(new URL(page.url()).pathname.replace('/console/', ''));
  await page.getByRole('row').filter({ hasText: '500' }).getByRole('link').click();
  await dialog('Delivery').getByText('500').first().waitFor();
  await dialog('Delivery').getByRole('button', { name: 'Resend' }).click();
  await dialog('Delivery').getByText('succeeded').first().waitFor();
});

test('9. “SMTP settings”: connects a mail server', async () => {
  await lookFor('SMTP', 'Integrations');
  const card = region('E-mail');
  await card.getByRole('button', { name: 'Set up E-mail' }).click();
  await card.getByLabel('From').fill('Shop <shop@example.com>');
  await card.getByLabel('Host').fill('127.0.0.1');
  await card.getByLabel('Port').fill('2525');
  await card.getByRole('button', { name: 'Connect', exact: true }).click();
  await card.getByText('smtp · Shop <shop@example.com>').waitFor();
  await card.getByText('connected', { exact: true }).waitFor();
});

test('10. “Team”: invites a colleague', async () => {
  await lookFor('Team', 'Members');
  await button('Invite member').click();
  await dialog('Invite member').getByLabel('E-mail').fill('colleague@example.com');
  await dialog('Invite member').getByLabel('Role').selectOption('editor');
  await dialog('Invite member').getByRole('button', { name: 'Invite member' }).click();
  await dialog('Copy this now').getByRole('textbox').waitFor();
  await button('Done').click();
  await page.getByRole('row').filter({ hasText: 'colleague@example.com' }).waitFor();
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints).toEqual([]);
});

async function projectClient() {
  const { cloud, service } = scene;
  const key = textAt((await cloud.get('/projects/shop')).body, 'data', 'public_key');
  return createApiClient(`${service.url}/api/baas/shop`, key);
}
