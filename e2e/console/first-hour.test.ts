import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient, textAt } from '../harness/api-client.ts';
import { type ConsoleScene, type ConsoleWindow, eventually, OWNER, openWindow, startConsole } from './console-scene.ts';
import { createKeyboard, type Keyboard } from './keyboard.ts';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let window: ConsoleWindow;
let page: Page;
let keys: Keyboard;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  window = cleanUp.use(await openWindow(scene));
  page = window.page;
  keys = createKeyboard(page);
});

afterAll(() => cleanUp.disposeAsync());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** The label of the focused field, else the id of the focused element. */
function focused(): Promise<string> {
  return page.evaluate<string>('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.id');
}

/** Opens a page of the project with the palette, as people without a mouse do. */
async function goTo(label: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await dialog('Search or jump to').waitFor();
  await page.keyboard.type(label);
  await page.keyboard.press('Enter');
  await heading(label).waitFor();
  await window.settle();
}

// One person's first hour without a mouse; each step builds on the earlier ones and starts where they left the focus.
test('the link of the first start creates the owner, and its token leaves the address bar', async () => {
  await page.goto(scene.setupLink);
  await heading('Create the first account').waitFor();
  await eventually(() => page.url()).not.toContain('token');
  expect(await focused()).toBe('Your name');
  await keys.type(page.getByLabel('Your name'), OWNER.name);
  await keys.type(page.getByLabel('E-mail'), OWNER.email);
  await keys.type(page.getByLabel('Password'), OWNER.password);
  await keys.press(button('Create account'));
  await heading('Projects').waitFor();
});

test('a project is created', async () => {
  await keys.press(button('New project'));
  await keys.type(dialog('New project').getByLabel('Name'), 'Book shop');
  await keys.press(dialog('New project').getByRole('button', { name: 'Create project' }));
  await heading('Overview').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/p/book-shop');
  expect(await page.title()).toBe('Overview · Book shop · Console');
  await eventually(focused).toBe('main');
});

test('a table with two columns and its first row are created', async () => {
  await goTo('Tables');
  await page.keyboard.press('n');
  const form = dialog('New table');
  await keys.press(form.getByRole('button', { name: 'Create table' }));
  await form.getByText('must be 1 to 63').waitFor();
  await eventually(focused).toBe('Table name');
  expect(await form.getByRole('alert').count()).toBe(0);
  await keys.type(form.getByLabel('Table name'), 'books');
  await keys.choose(form.getByLabel('Rules'), 'Public read');
  await keys.type(form.getByRole('group', { name: 'Column 1' }).getByLabel('Name'), 'title');
  await keys.press(form.getByRole('group', { name: 'Column 1' }).getByLabel('Required'), 'Space');
  await keys.press(form.getByRole('button', { name: 'Add column' }));
  await keys.type(form.getByRole('group', { name: 'Column 2' }).getByLabel('Name'), 'price');
  await keys.choose(form.getByRole('group', { name: 'Column 2' }).getByLabel('Type'), 'number');
  await keys.press(form.getByRole('button', { name: 'Create table' }));
  await heading('books').waitFor();
  await window.settle();
  await keys.press(button('New row'));
  await keys.type(dialog('New row').getByLabel('title'), 'Dune');
  await keys.type(dialog('New row').getByLabel('price'), '12.5');
  await keys.press(dialog('New row').getByRole('button', { name: 'Create row' }));
  await page.getByRole('grid', { name: 'books' }).getByRole('gridcell', { name: 'Dune' }).waitFor();
  await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('New row');
});

test('a cell is edited, rows are filtered, and a row is deleted and restored', async () => {
  const grid = page.getByRole('grid', { name: 'books' });
  await page.keyboard.press('/');
  await page.keyboard.type('price:gte:10');
  await page.keyboard.press('Enter');
  await eventually(() => page.url()).toContain('filter=');
  await keys.press(button('Remove filter price:gte:10'));
  await eventually(() => page.url()).not.toContain('filter=');
  await window.settle();
  await keys.to(grid.getByRole('columnheader').first());
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Dune Messiah');
  await page.keyboard.press('Enter');
  await grid.getByRole('gridcell', { name: 'Dune Messiah' }).waitFor();
  await page.keyboard.press('Shift+Space');
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByText('1 row selected').waitFor();
  await page.keyboard.press('ControlOrMeta+Delete');
  await keys.press(dialog('Delete rows?').getByRole('button', { name: 'Delete rows' }));
  await grid.getByRole('gridcell', { name: 'Dune Messiah' }).waitFor({ state: 'detached' });
  await keys.press(button('Undo').last());
  await grid.getByRole('gridcell', { name: 'Dune Messiah' }).waitFor();
});

test('the rules are tested as other callers before they are changed', async () => {
  await keys.press(page.getByRole('navigation', { name: 'Table' }).getByRole('link', { name: 'Rules' }));
  const tried = page.getByRole('region', { name: 'View as' });
  await keys.press(tried.getByRole('button', { name: 'Try' }));
  await tried.getByText('Allowed').waitFor();
  expect(await tried.textContent()).toContain('Dune');
  await keys.choose(page.getByRole('combobox', { name: 'Read', exact: true }), 'private');
  await keys.press(tried.getByRole('button', { name: 'Try' }));
  await tried.getByText('Denied').waitFor();
  await keys.choose(page.getByRole('combobox', { name: 'Create', exact: true }), 'public');
  await keys.choose(page.getByRole('combobox', { name: 'Read', exact: true }), 'public');
  await keys.press(button('Save changes'));
  await page.getByText('Changes saved.').waitFor();
  await keys.press(tried.getByRole('button', { name: 'Try' }));
  await tried.getByText('Allowed').waitFor();
});

test('a function with a mistake shows it at its line; the corrected function runs', async () => {
  await goTo('Functions');
  await page.keyboard.press('n');
  await keys.press(dialog('New function').getByRole('button', { name: 'Create function' }));
  await dialog('New function').getByText('must not be empty').waitFor();
  await eventually(focused).toBe('Name');
  await keys.type(dialog('New function').getByLabel('Name'), 'shout');
  await keys.choose(dialog('New function').getByLabel('Template'), 'Empty');
  await keys.press(dialog('New function').getByRole('button', { name: 'Create function' }));
  await heading('shout').waitFor();
  const source = page.getByRole('textbox', { name: 'Source of index.ts' });
  await keys.to(source);
  await source.fill('export default async function (ctx) {\n  return { text: ctx.payload.text.toUpperCase( };\n}\n');
  await keys.press(button('Deploy'));
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: /^index\.ts:2:\d+ / });
  await keys.press(problem);
  await page.getByText(/^Line 2, column \d+$/).waitFor();
  await keys.to(source);
  await source.fill('export default async function (ctx) {\n  return { text: ctx.payload.text.toUpperCase() };\n}\n');
  await page.keyboard.press('Control+s');
  await page.getByText('Deployed version 2').waitFor();
  await keys.type(page.getByRole('region', { name: 'Run' }).getByLabel('Payload'), '{"text": "quiet"}');
  await keys.press(button('Run function'));
  await page.getByRole('region', { name: 'Result' }).getByText('QUIET').waitFor();
  await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('Run function');
});

test('a webhook receives a new row, and the console shows the delivery', async () => {
  await goTo('Webhooks');
  await page.keyboard.press('n');
  const form = dialog('New webhook');
  await keys.type(form.getByLabel('Description'), 'Warehouse');
  await keys.choose(form.getByLabel('Table'), 'books');
  await keys.type(form.getByLabel('URL'), `${scene.receiver.url}/books`);
  await keys.press(form.getByRole('button', { name: 'Create webhook' }));
  await heading('Warehouse').waitFor();
  await window.settle();
  const address = page.url();
  await keys.press(button('Send test'));
  await scene.receiver.until('/books', 1);
  await dialog('Delivery').getByText('200', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await dialog('Delivery').waitFor({ state: 'detached' });
  await goTo('Tables');
  await keys.press(page.getByRole('table', { name: 'Tables' }).getByRole('link', { name: 'books' }));
  await heading('books').waitFor();
  await window.settle();
  await page.keyboard.press('n');
  await keys.type(dialog('New row').getByLabel('title'), 'Emma');
  await keys.press(dialog('New row').getByRole('button', { name: 'Create row' }));
  const [, delivery] = await scene.receiver.until('/books', 2);
  expect(delivery?.payload).toMatchObject({ event: 'insert', table: 'books', data: { record: { title: 'Emma' } } });
  await page.goto(address);
  await window.settle();
  await keys.begin();
  await keys.press(page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first());
  const attempt = dialog('Delivery').getByRole('region', { name: 'Attempt 1' });
  await attempt.getByText('200', { exact: true }).waitFor();
  expect(await attempt.textContent()).toContain('Emma');
  await page.keyboard.press('Escape');
  await dialog('Delivery').waitFor({ state: 'detached' });
});

test('search finds functions and webhooks by a part of their names', async () => {
  await goTo('Functions');
  await keys.type(page.getByLabel('Search'), 'hush');
  await page.getByText('No functions match').waitFor();
  await goTo('Webhooks');
  await keys.type(page.getByLabel('Search'), 'WARE');
  await eventually(() => page.url()).toContain('q=WARE');
  await window.settle();
  expect(await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').allInnerTexts()).toEqual(['Warehouse']);
});

test('a message from a form arrives in the inbox and is read', async () => {
  const project = await scene.cloud.get('/projects/book-shop');
  const anyone = createApiClient(`${scene.service.url}/api/baas/book-shop`, textAt(project.body, 'data', 'public_key'));
  await goTo('Inbox');
  await window.settle();
  await keys.press(page.getByRole('switch', { name: 'Receive messages' }), 'Space');
  await eventually(
    async () => (await anyone.post('/messages', { body: 'Do you ship to Malta?', from_name: 'Ann' })).status,
  ).toBe(201);
  await page.keyboard.press('r');
  await page.getByText('1 unread').waitFor();
  await keys.press(page.getByRole('table', { name: 'Messages' }).getByRole('link').first());
  await page.getByRole('region', { name: 'Message' }).getByText('Do you ship to Malta?').waitFor();
  await page.getByText('0 unread').waitFor();
});

test('a member is invited and removed, and neither action loses the focus', async () => {
  await goTo('Members');
  await keys.press(button('Invite member'));
  await keys.type(dialog('Invite member').getByLabel('E-mail'), 'eve@example.com');
  await keys.choose(dialog('Invite member').getByLabel('Role'), 'editor');
  await keys.press(dialog('Invite member').getByRole('button', { name: 'Invite member' }));
  await keys.press(dialog('Copy this now').getByRole('button', { name: 'Done' }));
  const row = page.getByRole('row', { name: 'eve@example.com' });
  await keys.press(row.getByRole('button', { name: 'End invitation' }));
  await keys.press(dialog('End invitation?').getByRole('button', { name: 'End invitation' }));
  await row.waitFor({ state: 'detached' });
  await eventually(() => page.evaluate('document.activeElement.closest("main") !== null')).toBe(true);
});

test('the browser logged no error during this hour', () => {
  expect(window.complaints).toEqual([]);
});
