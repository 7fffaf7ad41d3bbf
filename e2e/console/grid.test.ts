import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type ApiAnswer, type ApiClient, column, createApiClient, textAt } from '../harness/api-client.ts';
import type { CookieJar } from '../harness/cookie-jar.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  openWindow,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const WIDE_COLUMNS = 60;
const ROWS = 250;
const CELLS_MAX = 1500;
const TASKS = {
  name: 'tasks',
  columns: [
    { name: 'title', type: 'text', required: true },
    { name: 'points', type: 'integer' },
    { name: 'done', type: 'boolean' },
    { name: 'kind', type: 'text', enum: ['bug', 'idea'] },
    { name: 'notes', type: 'json' },
    { name: 'text', type: 'text' },
    { name: 'secret', type: 'text', hidden: true },
  ],
  rules: { read: 'authenticated', create: 'private', update: 'private', delete: 'private' },
};

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let rows: ApiClient;
let window: ConsoleWindow;
let page: Page;
let grid: Locator;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  const key = await scene.cloud.post('/projects/shop/keys', { name: 'tests' });
  rows = createApiClient(`${scene.service.url}/api/baas/shop`, textAt(key.body, 'data', 'key'));
  await scene.cloud.post('/projects/shop/tables', TASKS);
  const many = Array.from({ length: WIDE_COLUMNS }, (_, at) => ({ name: `c${at}`, type: 'integer' }));
  await scene.cloud.post('/projects/shop/tables', { name: 'wide', columns: many });
  for (let start = 0; start < ROWS; start += 50) {
    await rows.post(
      '/data/wide',
      Array.from({ length: 50 }, (_, at) => ({ c0: start + at })),
    );
  }
  window = cleanUp.use(await openWindow(scene, { session: owner }));
  page = window.page;
});

afterAll(() => cleanUp.disposeAsync());

/** Sets the table to three tasks; `one` is the newest and so at the top. */
beforeEach(async () => {
  await rows.delete('/data/tasks?all=true');
  const notes = { long: 'x'.repeat(400) };
  await rows.post('/data/tasks', { title: 'three', points: 3, text: 'y'.repeat(400) });
  await rows.post('/data/tasks', { title: 'two', points: null, text: '', done: false });
  await rows.post('/data/tasks', { title: 'one', points: 1, done: true, kind: 'bug', notes });
  await page.goto('about:blank');
  await window.visit('p/shop/tables/tasks');
  grid = page.getByRole('grid', { name: 'tasks' });
  await cell('one').waitFor();
});

const cell = (name: string): Locator => grid.getByRole('gridcell', { name, exact: true });
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const rowOf = (title: string): Locator =>
  grid.getByRole('row').filter({ has: page.getByRole('gridcell', { name: title, exact: true }) });

async function indexOf(columnName: string): Promise<string | null> {
  return await grid.locator(`[role=columnheader]:has([data-column="${columnName}"])`).getAttribute('aria-colindex');
}

/** The titles of the tasks from top to bottom. */
async function titles(): Promise<readonly string[]> {
  const cells = grid.locator(`[role=gridcell][aria-colindex="${await indexOf('title')}"]`);
  return await cells.allInnerTexts();
}

const copied = (): Promise<string> => page.evaluate('navigator.clipboard.readText()');

async function stored(title: string): Promise<unknown> {
  const answer: ApiAnswer = await rows.get(`/data/tasks?filter=title:eq:${title}`);
  return (answer.body as { data: unknown[] }).data[0];
}

/** Activates the cell of this column in the row with this title. */
async function activate(title: string, columnName: string): Promise<void> {
  await rowOf(title)
    .locator(`[aria-colindex="${await indexOf(columnName)}"]`)
    .click();
}

test('the newest row is first; null and empty look different; a hidden column has its badge', async () => {
  expect(await titles()).toEqual(['one', 'two', 'three']);
  const two = rowOf('two');
  expect(await two.getByText('null', { exact: true }).count()).toBeGreaterThan(0);
  expect(await two.getByText('empty', { exact: true }).count()).toBe(1);
  expect(await grid.getByRole('columnheader', { name: /secret/ }).textContent()).toContain('hidden');
});

test('Enter edits and saves, Tab saves and moves right, Esc cancels, and a letter replaces the value', async () => {
  await activate('one', 'title');
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('Enter');
  await eventually(() => stored('one!')).toBeDefined();
  await page.keyboard.type('uno');
  await page.keyboard.press('Tab');
  await eventually(() => stored('uno')).toBeDefined();
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await eventually(() => stored('uno')).toMatchObject({ points: 7 });
  await page.keyboard.press('F2');
  await page.keyboard.type('999');
  await page.keyboard.press('Escape');
  expect(await cell('7').count()).toBe(1);
  expect(await stored('uno')).toMatchObject({ points: 7 });
  await page.keyboard.press('Escape');
  expect(await page.evaluate("document.activeElement?.closest('[role=grid]') === null")).toBe(true);
});

test('Space toggles a boolean, Delete sets null, and Ctrl+Z undoes both', async () => {
  await activate('one', 'done');
  await page.keyboard.press(' ');
  await eventually(() => stored('one')).toMatchObject({ done: false });
  await page.keyboard.press('Delete');
  await eventually(() => stored('one')).toMatchObject({ done: null });
  await page.keyboard.press('Control+z');
  await eventually(() => stored('one')).toMatchObject({ done: false });
  await page.keyboard.press('Control+z');
  await eventually(() => stored('one')).toMatchObject({ done: true });
});

test('a refused value stays in its cell, with the reason', async () => {
  await activate('one', 'points');
  await page.keyboard.type('many');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await alert.getByText(/Request [\w-]+/).waitFor();
  await alert.getByRole('button', { name: 'Copy request id' }).waitFor();
  await alert.getByRole('button', { name: 'Try again' }).waitFor();
  await cell('many').waitFor();
  expect(await stored('one')).toMatchObject({ points: 1 });
});

test('when another person has changed the row meanwhile, the console asks, and neither value is lost', async () => {
  const id = textAt(await stored('one'), 'id');
  for (const [choice, points] of [['Take theirs', 50] as const, ['Keep mine', 60] as const]) {
    await rows.patch(`/data/tasks/${id}`, { points: points - 10 });
    await activate('one', 'points');
    await page.keyboard.type(String(points));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Changed by another person' });
    await dialog.getByText(String(points), { exact: true }).waitFor();
    await dialog.getByText(String(points - 10), { exact: true }).waitFor();
    await dialog.getByRole('button', { name: choice }).click();
    const kept = choice === 'Keep mine' ? points : points - 10;
    await eventually(() => stored('one')).toMatchObject({ points: kept });
    await cell(String(kept)).waitFor();
  }
});

test('JSON and long texts open in full in a panel', async () => {
  await activate('one', 'notes');
  await page.keyboard.press('Enter');
  const panel = page.getByRole('dialog', { name: 'Edit notes' });
  const field = panel.getByRole('textbox');
  expect(await field.inputValue()).toContain('x'.repeat(400));
  await field.fill('{"short": true}');
  await panel.getByRole('button', { name: 'Save' }).click();
  await eventually(() => stored('one')).toMatchObject({ notes: { short: true } });
  await activate('three', 'text');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Edit text' }).getByRole('button', { name: 'Set to null' }).click();
  await eventually(() => stored('three')).toMatchObject({ text: null });
});

test('cells are copied and pasted as in a spreadsheet, and a block is one change', async () => {
  await activate('one', 'points');
  await page.keyboard.press('Control+c');
  await eventually(copied).toBe('1');
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify('11\ttrue\n22\tfalse\n')})`);
  await page.keyboard.press('Control+v');
  await eventually(() => stored('two')).toMatchObject({ points: 22, done: false });
  expect(await stored('one')).toMatchObject({ points: 11, done: true });
  await page.keyboard.press('Control+z');
  await eventually(() => stored('two')).toMatchObject({ points: null, done: false });
  expect(await stored('one')).toMatchObject({ points: 1, done: true });
});

test('selected rows are deleted after a confirmation, and Undo restores them with their ids and times', async () => {
  const before = await rows.get('/data/tasks?order=id:asc');
  await rowOf('one').getByRole('checkbox', { name: 'Select row' }).check();
  await rowOf('two').getByRole('checkbox', { name: 'Select row' }).check();
  const toolbar = page.getByRole('toolbar', { name: 'Selected rows' });
  await toolbar.getByText('2 rows selected').waitFor();
  await toolbar.getByRole('button', { name: 'Copy rows' }).click();
  await eventually(copied).toContain('one');
  await toolbar.getByRole('button', { name: 'Delete rows' }).click();
  await page.getByRole('dialog', { name: 'Delete rows?' }).getByRole('button', { name: 'Delete rows' }).click();
  await eventually(titles).toEqual(['three']);
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await eventually(titles).toEqual(['one', 'two', 'three']);
  expect((await rows.get('/data/tasks?order=id:asc')).body).toEqual(before.body);
  await grid.getByRole('checkbox', { name: 'Select all' }).check();
  await toolbar.getByText('3 rows selected').waitFor();
});

test('the filter has the syntax of the API, can be typed, extended and reduced, and is in the address', async () => {
  await page.getByRole('textbox', { name: 'Filter' }).fill('points:gte:1');
  await page.keyboard.press('Enter');
  await eventually(titles).toEqual(['one', 'three']);
  expect(new URL(page.url()).searchParams.get('filter')).toBe('points:gte:1');
  await button('Add filter').click();
  const dialog = page.getByRole('dialog', { name: 'Add filter' });
  await dialog.getByLabel('Column').selectOption('title');
  await dialog.getByLabel('Operator').selectOption('starts_with');
  await dialog.getByLabel('Value').fill('th');
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await eventually(titles).toEqual(['three']);
  await page.reload();
  await eventually(titles).toEqual(['three']);
  await button('Remove filter points:gte:1').click();
  await button('Remove filter title:starts_with:th').click();
  await eventually(titles).toEqual(['one', 'two', 'three']);
  await page.goBack();
  await eventually(titles).toEqual(['three']);
  await window.visit('p/shop/tables/tasks?filter=nothing:eq:1');
  await page
    .getByRole('alert')
    .getByText(/nothing/)
    .waitFor();
  expect(await page.getByRole('textbox', { name: 'Filter' }).getAttribute('aria-invalid')).toBe('true');
});

test('an empty result of a search or a filter says so, and the hits of a search are marked', async () => {
  await scene.cloud.post('/projects/shop/tables', {
    name: 'notes',
    columns: [{ name: 'body', type: 'text', searchable: true }],
  });
  await rows.post('/data/notes', { body: 'A café by the sea' });
  await window.visit('p/shop/tables/notes?filter=body:eq:none');
  await page.getByText('No rows match.').waitFor();
  await window.visit('p/shop/tables/notes');
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('sea caf');
  await eventually(() => page.locator('mark').allTextContents()).toEqual(['café', 'sea']);
  await page.getByRole('searchbox', { name: 'Search', exact: true }).fill('mountain');
  await page.getByText('No rows match.').waitFor();
});

test('a header sorts ascending, descending and not at all; Shift adds a column; the choice of columns is saved', async () => {
  const header = (name: string): Locator => grid.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  await header('points').click();
  await eventually(titles).toEqual(['two', 'one', 'three']);
  expect(await header('points').getAttribute('aria-sort')).toBe('ascending');
  await header('points').click();
  await eventually(titles).toEqual(['three', 'one', 'two']);
  await header('title').click({ modifiers: ['Shift'] });
  await eventually(() => new URL(page.url()).searchParams.get('order')).toBe('points:desc,title:asc');
  await button('Columns').click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'notes' }).uncheck();
  await page.keyboard.press('Escape');
  await header('notes').waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('cols')).not.toContain('notes');
  await window.visit('p/shop/tables/tasks');
  await cell('one').waitFor();
  expect(await header('notes').count()).toBe(0);
  await button('Columns').click();
  await page.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'notes' }).check();
  await page.keyboard.press('Escape');
  await header('notes').waitFor();
});

test('Shift+Enter opens the whole row under its own address, and the arrow keys move to the next row', async () => {
  await activate('one', 'title');
  await page.keyboard.press('Shift+Enter');
  const panel = page.getByRole('dialog', { name: 'Row' });
  await eventually(() => panel.getByLabel('title').inputValue()).toBe('one');
  await page.reload();
  await eventually(() => panel.getByLabel('title').inputValue()).toBe('one');
  await panel.getByRole('button', { name: 'Next row' }).click();
  await eventually(() => panel.getByLabel('title').inputValue()).toBe('two');
  await page.keyboard.press('ArrowDown');
  await eventually(() => panel.getByLabel('title').inputValue()).toBe('three');
  await panel.getByLabel('points').fill('33');
  await panel.getByRole('button', { name: 'Save changes' }).click();
  await eventually(() => stored('three')).toMatchObject({ points: 33 });
  await page.keyboard.press('Escape');
  await cell('33').waitFor();
});

test('View as shows the rows and columns that the chosen caller gets, and no others', async () => {
  await button('View as').click();
  const dialog = page.getByRole('dialog', { name: 'View as' });
  await dialog.getByLabel('Caller').selectOption('role');
  await dialog.getByLabel('Role').fill('user');
  await dialog.getByRole('button', { name: 'View as' }).click();
  await eventually(titles).toEqual(['one', 'two', 'three']);
  expect(new URL(page.url()).searchParams.get('as')).toBe('role:user');
  expect(await button('New row').count()).toBe(0);
  await window.visit('p/shop/tables/tasks?as=anonymous');
  await page.getByRole('alert').waitFor();
  expect(await grid.count()).toBe(0);
});

test('pages continue by key, so that new rows move nothing; the document stays small', async () => {
  await window.visit('p/shop/tables/wide');
  const wide = page.getByRole('grid', { name: 'wide' });
  const firstValue = (): Promise<string | null> =>
    wide.locator('[role=row][aria-rowindex="2"] [aria-colindex="3"]').textContent();
  await eventually(firstValue).toBe('249');
  await page.getByText('1–100 of 250').waitFor();
  await button('Next page').click();
  await eventually(firstValue).toBe('149');
  await rows.post('/data/wide', { c0: 1000 });
  await button('Previous page').click();
  await eventually(firstValue).toBe('249');
  await button('First page').click();
  await eventually(firstValue).toBe('1000');
  await button('Last page').click();
  await eventually(firstValue).toBe('99');
  await page.reload();
  await eventually(firstValue).toBe('99');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  for (const key of ['End', 'Control+End', 'Home', 'Control+Home', 'PageDown', 'PageDown']) {
    await wide.locator('[aria-selected=true], [role=gridcell]').first().focus();
    await page.keyboard.press(key);
    expect(await wide.getByRole('gridcell').count()).toBeLessThan(CELLS_MAX);
  }
  expect(asked.filter((url) => url.includes('offset='))).toEqual([]);
  expect(Number(await wide.getAttribute('aria-rowcount'))).toBeGreaterThan(100);
  expect(column(await rows.get('/data/wide?limit=1&order=id:desc'), 'c0')).toEqual([1000]);
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints).toEqual([]);
});
