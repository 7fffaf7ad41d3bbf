import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient, textAt } from '../harness/api-client.ts';
import { type ConsoleScene, type ConsoleWindow, eventually, OWNER, openWindow, startConsole } from './console-scene.ts';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let window: ConsoleWindow;
let page: Page;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  window = cleanUp.use(await openWindow(scene));
  page = window.page;
}, 120_000);

afterAll(() => cleanUp.disposeAsync());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { level: 1, name, exact: true });

/** The label of the field that has the focus, else the id of what has it. */
function focused(): Promise<string> {
  return page.evaluate<string>('document.activeElement.labels?.[0]?.textContent ?? document.activeElement.id');
}

/** A page of the project by the navigation, as a person goes there. */
async function goTo(label: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Project' }).getByRole('link', { name: label, exact: true }).click();
  await heading(label).waitFor();
}

// One person's first hour: each step stands on the ones before.
test('the link of the first start makes the owner and leaves the address', async () => {
  await page.goto(scene.setupLink);
  await heading('Create the first account').waitFor();
  await eventually(() => page.url()).not.toContain('token');
  expect(await focused()).toBe('Your name');
  await page.getByLabel('Your name').fill(OWNER.name);
  await page.getByLabel('E-mail').fill(OWNER.email);
  await page.getByLabel('Password').fill(OWNER.password);
  await button('Create account').click();
  await heading('Projects').waitFor();
});

test('a project is made', async () => {
  await button('New project').click();
  await dialog('New project').getByLabel('Name').fill('Book shop');
  await dialog('New project').getByRole('button', { name: 'Create project' }).click();
  await heading('Overview').waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/p/book-shop');
  expect(await page.title()).toBe('Overview · Book shop · Console');
  await eventually(focused).toBe('main');
});

test('a table with two columns is made, and its first row', async () => {
  await goTo('Tables');
  await button('New table').click();
  const form = dialog('New table');
  await form.getByRole('button', { name: 'Create table' }).click();
  await form.getByText('must be 1 to 63').waitFor();
  await eventually(focused).toBe('Table name');
  expect(await form.getByRole('alert').count()).toBe(0);
  await form.getByLabel('Table name').fill('books');
  await form.getByLabel('Rules').selectOption('Public read');
  await form.getByRole('group', { name: 'Column 1' }).getByLabel('Name').fill('title');
  await form.getByRole('group', { name: 'Column 1' }).getByLabel('Required').check();
  await form.getByRole('button', { name: 'Add column' }).click();
  await form.getByRole('group', { name: 'Column 2' }).getByLabel('Name').fill('price');
  await form.getByRole('group', { name: 'Column 2' }).getByLabel('Type').selectOption('number');
  await form.getByRole('button', { name: 'Create table' }).click();
  await heading('books').waitFor();
  await button('New row').click();
  await dialog('New row').getByLabel('title').fill('Dune');
  await dialog('New row').getByLabel('price').fill('12.5');
  await dialog('New row').getByRole('button', { name: 'Create row' }).click();
  await page.getByRole('grid', { name: 'books' }).getByRole('gridcell', { name: 'Dune' }).waitFor();
  await eventually(() => page.evaluate('document.activeElement.textContent')).toBe('New row');
});

test('the rules are tried through other eyes before they are changed', async () => {
  await page.getByRole('navigation', { name: 'Table' }).getByRole('link', { name: 'Rules' }).click();
  const tried = page.getByRole('region', { name: 'View as' });
  await tried.getByRole('button', { name: 'Try' }).click();
  await tried.getByText('Allowed').waitFor();
  expect(await tried.textContent()).toContain('Dune');
  await page.getByRole('combobox', { name: 'Read', exact: true }).selectOption('private');
  await tried.getByRole('button', { name: 'Try' }).click();
  await tried.getByText('Denied').waitFor();
  await button('Discard changes').click();
  await tried.getByRole('button', { name: 'Try' }).click();
  await tried.getByText('Allowed').waitFor();
});

test('a function is written: its mistake is shown at its line, then it runs', async () => {
  await goTo('Functions');
  await button('New function').click();
  await dialog('New function').getByRole('button', { name: 'Create function' }).click();
  await dialog('New function').getByText('must not be empty').waitFor();
  await eventually(focused).toBe('Name');
  await dialog('New function').getByLabel('Name').fill('shout');
  await dialog('New function').getByLabel('Template').selectOption('Empty');
  await dialog('New function').getByRole('button', { name: 'Create function' }).click();
  await heading('shout').waitFor();
  const source = page.getByRole('textbox', { name: 'Source of index.ts' });
  await source.fill('export default async function (ctx) {\n  return { text: ctx.payload.text.toUpperCase( };\n}\n');
  await button('Deploy').click();
  const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: /^index\.ts:2:\d+ / });
  await problem.click();
  await page.getByText(/^Line 2, column \d+$/).waitFor();
  await source.fill('export default async function (ctx) {\n  return { text: ctx.payload.text.toUpperCase() };\n}\n');
  await page.keyboard.press('Control+s');
  await page.getByText('Deployed version 2').waitFor();
  await page.getByRole('region', { name: 'Run' }).getByLabel('Payload').fill('{"text": "quiet"}');
  await button('Run function').click();
  await page.getByRole('region', { name: 'Result' }).getByText('QUIET').waitFor();
});

test('a webhook hears of a new row, and its delivery is there to read', async () => {
  await goTo('Webhooks');
  await button('New webhook').click();
  const form = dialog('New webhook');
  await form.getByLabel('Description').fill('Warehouse');
  await form.getByLabel('Table').selectOption('books');
  await form.getByLabel('URL').fill(`${scene.receiver.url}/books`);
  await form.getByRole('button', { name: 'Create webhook' }).click();
  await heading('Warehouse').waitFor();
  const address = page.url();
  await goTo('Tables');
  await page.getByRole('table', { name: 'Tables' }).getByRole('link', { name: 'books' }).click();
  await button('New row').click();
  await dialog('New row').getByLabel('title').fill('Emma');
  await dialog('New row').getByRole('button', { name: 'Create row' }).click();
  const [delivery] = await scene.receiver.until('/books', 1);
  expect(delivery?.payload).toMatchObject({ event: 'insert', table: 'books', data: { record: { title: 'Emma' } } });
  await page.goto(address);
  await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
  const attempt = dialog('Delivery').getByRole('region', { name: 'Attempt 1' });
  await attempt.getByText('200', { exact: true }).waitFor();
  expect(await attempt.textContent()).toContain('Emma');
  await page.keyboard.press('Escape');
  await dialog('Delivery').waitFor({ state: 'detached' });
});

test('functions and webhooks are found by a part of their names', async () => {
  await goTo('Functions');
  await page.getByLabel('Search').fill('hush');
  await page.getByText('No functions match').waitFor();
  await goTo('Webhooks');
  await page.getByLabel('Search').fill('WARE');
  await eventually(() => page.url()).toContain('q=WARE');
  await window.settle();
  expect(await page.getByRole('table', { name: 'Webhooks' }).getByRole('link').allInnerTexts()).toEqual(['Warehouse']);
});

test('a message from a form lands in the inbox and is read', async () => {
  const project = await scene.cloud.get('/projects/book-shop');
  const anyone = createApiClient(`${scene.service.url}/api/baas/book-shop`, textAt(project.body, 'data', 'public_key'));
  await goTo('Inbox');
  await window.settle();
  await page.getByRole('switch', { name: 'Receive messages' }).check();
  await eventually(
    async () => (await anyone.post('/messages', { body: 'Do you ship to Malta?', from_name: 'Ann' })).status,
  ).toBe(201);
  await page.keyboard.press('r');
  await page.getByText('1 unread').waitFor();
  await page.getByRole('table', { name: 'Messages' }).getByRole('link').first().click();
  await page.getByRole('region', { name: 'Message' }).getByText('Do you ship to Malta?').waitFor();
  await page.getByText('0 unread').waitFor();
});

test('nothing of this hour made the browser complain', () => {
  expect(window.complaints).toEqual([]);
});
