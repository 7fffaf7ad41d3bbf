import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CookieJar } from '../harness/cookie-jar.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  OWNER,
  openWindow,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const NOTES = { name: 'notes', columns: [{ name: 'title', type: 'text' }] };
const SOURCE = 'export default async () => ({ fine: true });\n';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let window: ConsoleWindow;
let page: Page;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  await owner.post('/projects/shop/tables', NOTES);
  await owner.call('PUT', '/projects/shop/functions/greet', { body: { trigger: 'http', source: SOURCE } });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
  page = window.page;
});

afterAll(() => cleanUp.disposeAsync());

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });

test('what is typed while the palette loads is shown at once, and searched for', async () => {
  await using fresh = await openWindow(scene, { session: owner });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await fresh.page.route('**/palette-results-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await fresh.visit('p/shop');
  await fresh.page.keyboard.press('Control+k');
  await fresh.page.keyboard.type('notesx');
  await fresh.page.keyboard.press('Backspace');
  const field = fresh.page.getByRole('dialog', { name: 'Search or jump to' }).getByRole('combobox');
  expect(await field.inputValue()).toBe('notes');
  await fresh.page.getByText('Loading the search').waitFor();
  await fresh.page.keyboard.press('Enter');
  release();
  await fresh.page.getByRole('heading', { level: 1, name: 'notes' }).waitFor();
  expect(fresh.complaints).toEqual([]);
});

test('Enter opens the table of this name, also when its answer comes after a page with such another name', async () => {
  await owner.post('/projects/shop/tables', { ...NOTES, name: 'orders' });
  await using fresh = await openWindow(scene, { session: owner });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await fresh.page.route('**/tables?*search=orders*', async (route) => {
    await held;
    await route.continue();
  });
  await fresh.visit('p/shop');
  await fresh.page.keyboard.press('Control+k');
  await fresh.page.keyboard.type('orders');
  await fresh.page.getByRole('option', { name: 'Payments · Orders' }).waitFor();
  await fresh.page.keyboard.press('Enter');
  expect(await fresh.page.getByRole('dialog', { name: 'Search or jump to' }).isVisible()).toBe(true);
  release();
  await fresh.page.getByRole('heading', { level: 1, name: 'orders', exact: true }).waitFor();
  expect(fresh.complaints).toEqual([]);
});

test('by keyboard alone: skip link, jumps, palette, list of keys, New, search', async () => {
  await window.visit('p/shop');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement?.textContent')).toBe('Skip to content');
  await page.keyboard.press('Enter');
  await eventually(() => page.evaluate('document.activeElement?.id')).toBe('main');
  for (const [key, name] of Object.entries({ t: 'Tables', u: 'Users', f: 'Files', n: 'Functions', s: 'Schedules' })) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await heading(name).waitFor();
  }
  await page.keyboard.press('?');
  await dialog('Keyboard shortcuts').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await dialog('Search or jump to').waitFor();
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.type('mail templ');
  await page.keyboard.press('Enter');
  await heading('Mail templates').waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await heading('Tables').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('n not a shortcut');
  await page.getByText('No tables match').waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('n not a shortcut');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByRole('link', { name: 'notes', exact: true }).waitFor();
  await page.getByRole('link', { name: 'notes', exact: true }).focus();
  await page.keyboard.press('n');
  await dialog('New table').waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('text typed in a dialog survives a reload', async () => {
  await dialog('New table').getByLabel('Table name').fill('half_done');
  await page.reload();
  await button('New table').click();
  await dialog('New table').getByText('Draft restored').waitFor();
  expect(await dialog('New table').getByLabel('Table name').inputValue()).toBe('half_done');
  await dialog('New table').getByRole('button', { name: 'Cancel' }).click();
  await button('New table').click();
  expect(await dialog('New table').getByLabel('Table name').inputValue()).toBe('');
  await page.keyboard.press('Escape');
});

test('a changed form asks before the person leaves it, and keeps its draft after a reload', async () => {
  await window.visit('p/shop/settings');
  await page.getByLabel('Name', { exact: true }).fill('Shop of Olga');
  await page.getByRole('link', { name: 'Limits' }).click();
  await dialog('Leave without saving?').getByRole('button', { name: 'Stay' }).click();
  await page.reload();
  await page.getByText('Draft restored').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop of Olga');
  await page.getByRole('link', { name: 'Limits' }).click();
  await dialog('Leave without saving?').getByRole('button', { name: 'Leave' }).click();
  await heading('Limits').waitFor();
  await page.goBack();
  await heading('General').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Shop');
  await page.getByLabel('Name', { exact: true }).fill('Shop of Olga');
  await page.keyboard.press('Control+s');
  await page.getByRole('status').getByText('Changes saved.').waitFor();
  await eventually(() => page.title()).toBe('General · Shop of Olga · Console');
});

test('a session that ends during work asks the person to sign in again and loses nothing that was typed', async () => {
  await window.visit('p/shop/settings/origins');
  await page.getByLabel('Allowed origins').fill('https://app.example.com');
  await owner.post('/auth/logout');
  await button('Save changes').click();
  const ended = dialog('Your session has ended');
  expect(await ended.getByLabel('E-mail').inputValue()).toBe(OWNER.email);
  await ended.getByLabel('Password').fill(OWNER.password);
  await ended.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('status').getByText('Changes saved.').waitFor();
  const stored = await scene.cloud.get('/projects/shop');
  expect(stored.text).toContain('"https://app.example.com"');
});

test('two people who edit one function both get to choose a version', async () => {
  await window.visit('p/shop/functions/greet');
  const source = page.getByRole('textbox', { name: 'Source of index.ts' });
  await source.fill('export default async () => ({ mine: true });\n');
  await scene.cloud.call('PUT', '/projects/shop/functions/greet', {
    body: { trigger: 'http', source: 'export default async () => ({ theirs: true });\n' },
  });
  await button('Deploy').click();
  await dialog('Changed by another person').getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText('Deployed version 3').waitFor();
  expect((await scene.cloud.get('/projects/shop/functions/greet')).text).toContain('mine');
});

test('a structure is changed as a draft, and the console shows its effects before it applies them', async () => {
  await owner.post('/auth/login', { email: OWNER.email, password: OWNER.password });
  await window.visit('p/shop/tables/notes/structure');
  await button('Add column').click();
  await dialog('Add column').getByLabel('Name').fill('stars');
  await dialog('Add column').getByLabel('Type').selectOption('integer');
  await dialog('Add column').getByRole('button', { name: 'Add column' }).click();
  await button('Actions for title').click();
  await page.getByRole('menuitem', { name: 'Edit column' }).click();
  await dialog('Edit column').getByLabel('Unique').check();
  await dialog('Edit column').getByRole('button', { name: 'Edit column' }).click();
  await button('Review changes').click();
  const effects = dialog('Review changes').getByRole('list', { name: 'Effects' });
  await effects.getByText(/title/).waitFor();
  await dialog('Review changes').getByRole('button', { name: 'Apply changes' }).click();
  await page.getByRole('status').getByText('Changes applied.').waitFor();
  const table = await scene.cloud.get('/projects/shop/tables/notes');
  expect(table.text).toContain('"stars"');
});

test('a file of rows is checked, its problems are reported by line, and it is imported', async () => {
  await window.visit('p/shop/tables/notes/import');
  const csv = 'title,stars\nTea,3\nCoffee,many\nWater,1\n';
  await page
    .getByLabel('CSV or JSON file')
    .setInputFiles({ name: 'notes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByRole('table', { name: 'Columns of the file' }).getByLabel('Column for stars').waitFor();
  await button('Check file').click();
  const report = page.getByRole('region', { name: 'Report' });
  await report.getByText('3 rows, 2 fit').waitFor();
  expect(await report.getByRole('table', { name: 'Problems' }).getByRole('row').nth(1).textContent()).toMatch(/^3\D/);
  await button('Import rows').click();
  await report.getByText('2 new').waitFor();
});

test('the console says that there is no connection, and reads again when it is back', async () => {
  await window.visit('p/shop/users');
  await window.context.setOffline(true);
  await page.getByRole('status').getByText('No connection').waitFor();
  await window.context.setOffline(false);
  await page.getByText('No connection').waitFor({ state: 'hidden' });
});

test('on a narrow screen the Menu button opens the navigation', async () => {
  await page.setViewportSize({ width: 375, height: 700 });
  await window.visit('p/shop');
  const navigation = page.getByRole('navigation', { name: 'Project' });
  expect(await navigation.isVisible()).toBe(false);
  await button('Menu').click();
  expect(await findBarriers(page)).toEqual([]);
  await navigation.getByRole('link', { name: 'Webhooks', exact: true }).click();
  await heading('Webhooks').waitFor();
  expect(await navigation.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('with SQLite the page Databases says why there are none, and leads to what would change that', async () => {
  await window.visit('databases');
  await page.getByText('This installation keeps each project in a file of its own').waitFor();
  await page.getByRole('link', { name: 'Read about several databases' }).click();
  await page.getByRole('heading', { name: 'Several databases' }).waitFor();
});

test('the account menu has light, dark and signing out; signing in returns to the earlier page', async () => {
  await window.visit('p/shop');
  await button('Account').click();
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Dark' }).click();
  await eventually(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark');
  await button('Account').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading('Sign in').waitFor();
  await page.goto('p/shop/tables/notes?filter=stars:eq:3');
  await heading('Sign in').waitFor();
  expect(await page.title()).toBe('Sign in · Console');
  expect(await findBarriers(page)).toEqual([]);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill('not this one');
  await button('Sign in').click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Password').fill(OWNER.password);
  await page.keyboard.press('Enter');
  await heading('notes').waitFor();
  expect(new URL(page.url()).searchParams.get('filter')).toBe('stars:eq:3');
  await page.getByRole('gridcell', { name: 'Tea' }).waitFor();
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
});
