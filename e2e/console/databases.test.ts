import pg from 'pg';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from '../harness/api-client.ts';
import type { CookieJar } from '../harness/cookie-jar.ts';
import { type PostgresServer, startPostgres } from '../harness/postgres.ts';
import {
  addMember,
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  openWindow,
  overflowOf,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const ROWS = 12_000;
const BATCH = 100;
const NARROW = 375;

const cleanUp = new AsyncDisposableStack();
let postgres: PostgresServer;
let address: string;
let scene: ConsoleScene;
let owner: CookieJar;
let window: ConsoleWindow;

beforeAll(async () => {
  postgres = cleanUp.use(await startPostgres());
  address = await postgres.createDatabase('service');
  const env = { SERVICE_SINGLE_PROCESS: 'on', SERVICE_DATABASE_URL: address };
  scene = cleanUp.use(await startConsole({ env }));
  owner = await setUpOwner(scene);
  await owner.post('/projects', { name: 'Shop', id: 'shop' });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
});
afterAll(() => cleanUp.disposeAsync());

const button = (name: string): Locator => window.page.getByRole('button', { name, exact: true });
const dialog = (name: string): Locator => window.page.getByRole('dialog', { name, exact: true });
const rowOf = (table: string, text: string): Locator =>
  window.page.getByRole('table', { name: table, exact: true }).getByRole('row').filter({ hasText: text });
const cellsOf = (table: string, text: string): Promise<readonly string[]> =>
  rowOf(table, text).getByRole('cell').allInnerTexts();

async function choose(name: string, action: string): Promise<void> {
  await button(`Actions for ${name}`).click();
  await window.page.getByRole('menuitem', { name: action }).click();
}

test('an operator adds a database, whose refusals are shown at their fields, and changes it', async () => {
  const { page } = window;
  await window.visit('');
  await button('Account').click();
  await page.getByRole('menuitem', { name: 'Databases' }).click();
  await eventually(() => cellsOf('Databases', 'primary')).toEqual(
    expect.arrayContaining(['primary', 'ok', '1', expect.stringMatching(/[KM]B$/), 'yes']),
  );
  await page.keyboard.press('n');
  const add = dialog('Add database');
  await add.getByLabel('Name').fill('West');
  await add.getByLabel('Address').fill('postgres://127.0.0.1:1/nothing');
  await add.getByLabel('Address').press('Enter');
  await eventually(() => add.getByLabel('Name').getAttribute('aria-invalid')).toBe('true');
  await add.getByLabel('Name').fill('west');
  await add.getByRole('button', { name: 'Add database' }).click();
  await eventually(() => add.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
  expect(await findBarriers(page)).toEqual([]);
  await add.getByLabel('Address').fill(await postgres.createDatabase('west'));
  await add.getByRole('button', { name: 'Add database' }).click();
  await eventually(() => cellsOf('Databases', 'west')).toEqual(expect.arrayContaining(['west', 'ok', '0', 'yes', '1']));

  await choose('west', 'Change database');
  await dialog('Change database').getByLabel('New projects are placed in it').uncheck();
  await dialog('Change database').getByRole('button', { name: 'Change database' }).click();
  await eventually(() => cellsOf('Databases', 'west')).toEqual(expect.arrayContaining(['no']));
});

test('a project is moved, its move is shown until it is done, and its rows are there', async () => {
  const { page } = window;
  const { cloud } = scene;
  await cloud.post('/projects/shop/tables', { name: 'notes', columns: [{ name: 'text', type: 'text' }] });
  await cloud.post('/projects/shop/data/notes', { text: 'kept' });
  await window.visit('databases');
  await button('Move project').click();
  const move = dialog('Move project');
  const project = move.getByRole('combobox', { name: 'Project', exact: true });
  await project.fill('nothing');
  await move.getByText('Nothing has this name.').waitFor();
  await project.fill('sho');
  await move.getByRole('option', { name: 'Shop shop · in primary' }).click();
  await move.getByText('The project is in primary.').waitFor();
  const target = move.getByLabel('To the database');
  expect(await target.inputValue()).toBe('');
  const choices = await target.locator('option').allInnerTexts();
  expect(choices).toEqual(['Choose a database', expect.stringMatching(/^west \(0 projects, /)]);
  expect(await findBarriers(page)).toEqual([]);
  await move.getByRole('button', { name: 'Move project' }).click();
  await eventually(() => target.getAttribute('aria-invalid')).toBe('true');
  await target.selectOption('west');
  await move.getByRole('button', { name: 'Move project' }).click();
  await eventually(() => new URL(page.url()).search).toBe('?project=shop');
  await rowOf('Moves', 'primary → west').getByText('done').waitFor();
  await eventually(() => cellsOf('Databases', 'west')).toEqual(expect.arrayContaining(['1']));
  expect((await cloud.get('/projects/shop/data/notes')).body).toMatchObject({ data: [{ text: 'kept' }] });
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: NARROW, height: 800 });
  expect(await overflowOf(page)).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('a database with projects stays, and an empty one is removed', async () => {
  await window.visit('databases');
  await choose('west', 'Remove database');
  const remove = dialog('Remove database?');
  await remove.getByLabel('Type west to confirm').fill('west');
  await remove.getByRole('button', { name: 'Remove database' }).click();
  await remove.getByText('Projects are in this database. Move them to another one first.').waitFor();
  expect((await scene.cloud.post('/projects/shop/move?wait=60', { database: 'primary' })).status).toBe(200);
  await remove.getByRole('button', { name: 'Remove database' }).click();
  await rowOf('Databases', 'west').waitFor({ state: 'detached' });
});

test('a long change of a table shows its progress, and can be cancelled', async () => {
  const { page } = window;
  const { cloud } = scene;
  await fillLarge();
  // An index is complete only when no transaction has an older snapshot.
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  cleanUp.defer(() => client.end());
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query('SELECT 1');
  const body = { add_indexes: [{ columns: ['title', 'size'] }] };
  const begun = await cloud.call('PATCH', '/projects/shop/tables/large', { body });
  expect(begun.status, begun.text).toBe(202);
  await window.visit('p/shop/tables/large/structure');
  const region = page.getByRole('region', { name: 'Change under way' });
  const shown = Number(await region.getByRole('progressbar').getAttribute('aria-valuenow'));
  expect(shown).toBeGreaterThanOrEqual(0);
  expect(await findBarriers(page)).toEqual([]);
  await button('Cancel change').click();
  // The notice goes after a few seconds, perhaps before the region.
  const noticed = page.getByText('The change of the table was cancelled.').waitFor();
  await dialog('Cancel change?').getByRole('button', { name: 'Cancel change' }).click();
  await noticed;
  await region.waitFor({ state: 'detached' });
  expect(at((await cloud.get('/projects/shop/tables/large')).body, 'data', 'indexes')).toEqual([]);
});

async function fillLarge(): Promise<void> {
  const { cloud } = scene;
  const columns = [
    { name: 'title', type: 'text' },
    { name: 'size', type: 'text' },
  ];
  expect((await cloud.post('/projects/shop/tables', { name: 'large', columns })).status).toBe(201);
  for (let start = 0; start < ROWS; start += BATCH) {
    const rows = Array.from({ length: BATCH }, (_, at) => ({ title: `Row ${start + at}`, size: String(at) }));
    expect((await cloud.post('/projects/shop/data/large', rows)).status).toBe(201);
  }
}

test('members who are no operators do not see the page', async () => {
  const session = await addMember(scene, 'shop', { email: 'admin@example.com', role: 'admin' });
  await using member = await openWindow(scene, { session });
  await member.visit('databases');
  expect(await member.page.locator('main h1').textContent()).toBe('Not found');
  expect(member.complaints).toEqual([]);
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints).toEqual([]);
});
