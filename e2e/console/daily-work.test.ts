import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient, textAt } from '../harness/api-client.ts';
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
import { type FilledProject, fillProject } from './filled-project.ts';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let filled: FilledProject;
let window: ConsoleWindow;
let page: Page;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  owner = await setUpOwner(scene);
  filled = await fillProject(scene, owner, { rows: 30, users: 3, functions: 1, deliveries: 2 });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
  page = window.page;
});

afterAll(() => cleanUp.disposeAsync());

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (name: string): Locator => page.getByRole('dialog', { name, exact: true });
const heading = (name: string): Locator => page.getByRole('heading', { level: 1, name, exact: true });
const grid = (name: string): Locator => page.getByRole('grid', { name });

test('a navigation group collapses, stays collapsed, and still shows the link of the open page', async () => {
  await window.visit('p/shop/users');
  const navigation = page.getByRole('navigation', { name: 'Project' });
  await navigation.getByRole('button', { name: 'Data' }).click();
  await navigation.getByRole('link', { name: 'Files' }).waitFor({ state: 'detached' });
  expect(await navigation.getByRole('link', { name: 'Users' }).getAttribute('aria-current')).toBe('page');
  await page.reload();
  await window.settle();
  expect(await navigation.getByRole('link', { name: 'Files' }).count()).toBe(0);
  await navigation.getByRole('button', { name: 'Data' }).click();
  await navigation.getByRole('link', { name: 'Files' }).waitFor();
});

test('on a phone the bar at the bottom opens the pages of one group', async () => {
  await page.setViewportSize({ width: 375, height: 700 });
  await window.visit('p/shop');
  const navigation = page.getByRole('navigation', { name: 'Project' });
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Code' }).click();
  expect(await navigation.getByRole('link').allInnerTexts()).toEqual([
    'Functions',
    'Schedules',
    'Later',
    'Secrets',
    'Deployments',
  ]);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await navigation.isVisible()).toBe(false);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('the first row is near the top, a reference is chosen by name, and a click toggles a boolean', async () => {
  await window.visit('p/shop/tables/reviews');
  const first = grid('reviews').getByRole('gridcell').first();
  expect((await first.boundingBox())?.y ?? 999).toBeLessThan(170);
  const row = grid('reviews').getByRole('row').filter({ hasText: 'Review 1' });
  await row.getByRole('gridcell', { name: 'Review 1' }).click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await dialog('Edit product').getByRole('combobox').fill('Product 7');
  await dialog('Edit product')
    .getByRole('option', { name: /^Product 7 / })
    .click();
  await row.getByRole('gridcell', { name: 'Product 7' }).waitFor();
  await window.visit('p/shop/tables/products');
  const sold = grid('products').getByRole('row').nth(1).getByText('false', { exact: true });
  await sold.locator('..').click();
  await grid('products').getByRole('row').nth(1).getByText('true', { exact: true }).waitFor();
});

test('the menu of a column header sorts, freezes, hides and counts; a saved view keeps its filter under a name and an address', async () => {
  await window.visit('p/shop/tables/products');
  const menu = async (name: string, item: string): Promise<void> => {
    await button(`Menu of ${name}`).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('price', 'Sort descending');
  await eventually(() => new URL(page.url()).searchParams.get('order')).toBe('price:desc');
  await menu('kind', 'Statistics');
  const statistics = dialog('Statistics of kind');
  await statistics.getByRole('table', { name: 'Most frequent values' }).getByText('book').waitFor();
  expect(await statistics.textContent()).toContain('Different values3');
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await menu('title', 'Freeze');
  await menu('day', 'Hide');
  await grid('products').getByRole('columnheader', { name: /^day/ }).waitFor({ state: 'detached' });
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Save view…' }).click();
  await dialog('Save view').getByLabel('Name').fill('Dearest first');
  await dialog('Save view').getByRole('button', { name: 'Save view' }).click();
  await eventually(() => new URL(page.url()).searchParams.get('view')).toBe('Dearest first');
  await window.visit('p/shop/tables/products');
  expect(await grid('products').getByLabel('frozen').count()).toBe(1);
  await button('Views').click();
  await page.getByRole('menuitem', { name: 'Dearest first' }).click();
  await eventually(() => new URL(page.url()).searchParams.get('order')).toBe('price:desc');
});

test('a panel opens beside its list, which stays usable, and Esc in the panel closes it', async () => {
  await window.visit(`p/shop/webhooks/${filled.webhookId}`);
  const links = page.getByRole('table', { name: 'Deliveries' }).getByRole('link');
  await links.first().click();
  await dialog('Delivery').getByRole('tab', { name: 'As sent' }).first().waitFor();
  const listed = await page.getByRole('table', { name: 'Deliveries' }).boundingBox();
  const panel = await dialog('Delivery').boundingBox();
  expect((listed?.x ?? 0) + (listed?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  await links.nth(1).click();
  await eventually(() => page.url()).toContain('delivery=');
  expect(await findBarriers(page)).toEqual([]);
  await dialog('Delivery').getByRole('button', { name: 'Close' }).focus();
  await page.keyboard.press('Escape');
  await dialog('Delivery').waitFor({ state: 'detached' });
});

test('beside a panel the log keeps its paths legible and within its part of the page', async () => {
  await window.visit('p/shop/logs');
  const requests = page.getByRole('table', { name: 'Requests' });
  await requests.getByRole('link').first().click();
  await dialog('Request').waitFor();
  const listed = await requests.boundingBox();
  const panel = await dialog('Request').boundingBox();
  expect((listed?.x ?? 0) + (listed?.width ?? 0)).toBeLessThanOrEqual(panel?.x ?? 0);
  const path = await requests.getByRole('row').nth(1).getByRole('cell').nth(2).boundingBox();
  expect(path?.width).toBeGreaterThan(140);
});

test('a log of several pages is read from either end, and says why other columns do not sort', async () => {
  const anyone = createApiClient(
    `${scene.service.url}/api/baas/shop`,
    textAt((await scene.cloud.get('/projects/shop')).body, 'data', 'public_key'),
  );
  for (let at = 0; at < 120; at += 1) await anyone.get(`/data/none-${at}`);
  await window.visit('p/shop/logs?path=none-');
  const requests = page.getByRole('table', { name: 'Requests' });
  const paths = async () =>
    (await requests.getByText(/none-\d+$/).allInnerTexts()).map((path) => path.slice(path.lastIndexOf('none-')));
  await page.getByText('1–100 of 120').waitFor();
  await page.getByText('narrow the list to one page to sort by another column').waitFor();
  expect(await requests.getByRole('columnheader', { name: 'Status' }).getByRole('button').count()).toBe(0);
  await requests.getByRole('button', { name: 'Time' }).click();
  await eventually(async () => (await paths())[0]).toBe('none-0');
  expect(new URL(page.url()).searchParams.get('order')).toBe('at:asc');
  await button('Next page').click();
  await page.getByText('101–120 of 120').waitFor();
  expect((await paths()).at(-1)).toBe('none-119');
  await button('Previous page').click();
  await page.getByText('1–100 of 120').waitFor();
  expect((await paths())[0]).toBe('none-0');
  await requests.getByRole('button', { name: 'Time' }).click();
  await eventually(async () => (await paths())[0]).toBe('none-119');
});

test('the preview of a mail is read to its end, and nothing in it can run', async () => {
  await window.visit('p/shop/settings/mails');
  const html = `<p onclick="parent.ran = 1">Dear {{email}}, {{link}}</p>${'<p>line</p>'.repeat(60)}<script>parent.ran = 1</script><p>The end</p>`;
  await page.getByLabel('HTML', { exact: true }).fill(html);
  const frame = page.getByTitle('The mail as HTML');
  await frame.contentFrame().getByText('Dear').click();
  expect(await frame.getAttribute('sandbox')).toBe('');
  const height = (await frame.boundingBox())?.height ?? 0;
  expect(height).toBeGreaterThanOrEqual(320);
  await frame.hover();
  await page.mouse.wheel(0, 5000);
  await frame.contentFrame().getByText('The end').click();
  expect(await page.evaluate('window.ran')).toBeUndefined();
  await button('Discard changes').click();
});

test('on a phone a list is sorted by a choice, which the address keeps', async () => {
  await page.setViewportSize({ width: 375, height: 700 });
  const firstLinks = (name: string): Promise<readonly string[]> =>
    page.getByRole('table', { name }).getByRole('link').allInnerTexts();
  await window.visit('p/shop/tables');
  await page.getByLabel('Sort by').selectOption('Name, descending');
  await eventually(() => firstLinks('Tables')).toEqual(['reviews', 'products']);
  await page.reload();
  await eventually(() => firstLinks('Tables')).toEqual(['reviews', 'products']);
  expect(await page.getByLabel('Sort by').inputValue()).toBe('name:desc');
  await window.visit('p/shop/history');
  await page.getByLabel('Sort by').selectOption('Time, ascending');
  const changes = page.getByRole('table', { name: 'History' });
  await eventually(() => changes.getByRole('row').nth(1).textContent()).toContain('project.create');
  expect(await findBarriers(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
});

test('Overview counts deliveries that were skipped because their webhook was disabled', async () => {
  const { cloud } = scene;
  const webhook = `/projects/shop/webhooks/${filled.webhookId}`;
  expect((await cloud.patch(webhook, { enabled: false })).status).toBe(200);
  expect((await cloud.post('/projects/shop/data/reviews', { text: 'Nobody hears of it' })).status).toBe(201);
  await window.visit('p/shop');
  const deliveries = page.getByRole('figure').filter({ hasText: 'Deliveries' });
  await deliveries.getByText(/of \d+ delivered, 1 skipped$/).waitFor();
  expect((await cloud.patch(webhook, { enabled: true })).status).toBe(200);
});

test('Overview of a new project shows how to connect before figures, and no charts of nothing', async () => {
  await owner.post('/projects', { name: 'Fresh', id: 'fresh' });
  await window.visit('p/fresh');
  const connect = await page.getByRole('region', { name: 'Connect' }).boundingBox();
  const requests = page.getByRole('figure').filter({ hasText: 'Requests' });
  await requests.getByText('Nothing in the last 24 hours.').waitFor();
  expect(connect?.y).toBeLessThan((await requests.boundingBox())?.y ?? 0);
  expect(await page.getByRole('figure').getByRole('img').count()).toBe(0);
  expect(await findBarriers(page)).toEqual([]);
});

test('Query in a project without tables leads to the first table', async () => {
  await window.visit('p/fresh/query');
  await button('Make the first table').click();
  await dialog('New table').waitFor();
  await page.keyboard.press('Escape');
});

test('a new schedule is built by choosing, with its next times', async () => {
  await window.visit('p/shop/schedules');
  await button('New schedule').click();
  const form = dialog('New schedule');
  await form.getByLabel('Name').fill('weekly');
  await form.getByLabel('Every').selectOption('week');
  await form.getByLabel('On', { exact: true }).selectOption('Friday');
  await form.getByLabel('At', { exact: true }).fill('07:30');
  expect(await form.getByLabel('Schedule', { exact: true }).inputValue()).toBe('30 7 * * 5');
  await eventually(() => form.getByRole('listitem').count()).toBe(5);
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create schedule' }).click();
  const row = page.getByRole('table', { name: 'Schedules' }).getByRole('row').filter({ hasText: 'weekly' });
  await row.getByText('every Friday at 07:30').waitFor();
});

test('the form of a new row says which default an empty choice stands for', async () => {
  await window.visit('p/shop/tables/products');
  await button('New row').click();
  const choice = dialog('New row').getByLabel('sold_out');
  expect(await choice.locator('option').first().textContent()).toBe('default (false)');
  await page.keyboard.press('Escape');
});

test('Query uses the words of the API, draws groups as a chart, saves a query by name and shows it as code', async () => {
  await window.visit('p/shop/query');
  await page.getByLabel('Table').selectOption('products');
  await page.getByLabel('Aggregates').fill('count,avg:price:mean');
  await page.getByLabel('Group by').fill('kind');
  await page.getByLabel('Order').fill('count:desc,kind');
  await button('Ask the data').click();
  await page.getByRole('table', { name: 'Result' }).getByText('book').waitFor();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await page.getByRole('img', { name: /^count: book 10/ }).waitFor();
  await page.getByRole('tab', { name: 'useQuery' }).click();
  await page.getByText("useAggregate('products'").waitFor();
  await button('Keep query').click();
  await dialog('Keep query').getByLabel('Name').fill('Kinds');
  await dialog('Keep query').getByRole('button', { name: 'Keep query' }).click();
  await page.reload();
  await page.getByRole('list', { name: 'Saved queries' }).getByRole('link', { name: 'Kinds' }).waitFor();
  await page.getByLabel('Filter').fill('nothing:eq:1');
  await button('Ask the data').click();
  await page
    .getByRole('alert')
    .getByText(/nothing/)
    .first()
    .waitFor();
});

test('a pasted sample becomes a table with its rows', async () => {
  await window.visit('p/shop/tables');
  await button('New table').click();
  const form = dialog('New table');
  await form.getByLabel('Table name').fill('teas');
  await form.getByLabel('Start from').selectOption('Pasted CSV or JSON');
  await form.getByRole('textbox', { name: 'Sample' }).fill('name,stars\nSencha,4\nAssam,5\n');
  await form.getByRole('button', { name: 'Read columns' }).click();
  await form.getByLabel('Import the 2 rows of the sample').waitFor();
  expect(await form.getByRole('group', { name: 'Column 2' }).getByLabel('Type').inputValue()).toBe('integer');
  expect(await findBarriers(page)).toEqual([]);
  await form.getByRole('button', { name: 'Create table' }).click();
  await heading('teas').waitFor();
  await grid('teas').getByRole('gridcell', { name: 'Sencha' }).waitFor();
});

test('the palette finds users and rows by id, and starts actions of other pages', async () => {
  const open = async (text: string): Promise<void> => {
    await page.keyboard.press('ControlOrMeta+k');
    await dialog('Search or jump to').getByRole('combobox').fill(text);
  };
  await window.visit('p/shop/tables/products');
  await open('user1');
  await dialog('Search or jump to').getByRole('option', { name: 'View products as user1@example.com' }).waitFor();
  await page.keyboard.press('Enter');
  await heading('user1@example.com').waitFor();
  const { body } = await scene.cloud.get('/projects/shop/data/reviews?limit=1');
  const id = (body as { data: { id: string }[] }).data[0]?.id ?? '';
  await open(id);
  await dialog('Search or jump to')
    .getByRole('option', { name: new RegExp(`${id} of reviews`) })
    .click();
  await heading('reviews').waitFor();
  await dialog('Row').getByRole('button', { name: 'Close' }).click();
  await open('new function');
  await page.keyboard.press('Enter');
  await dialog('New function').waitFor();
  await page.keyboard.press('Escape');
});

test.each([
  ['functions', 'New function', 'Create function'],
  ['schedules', 'New schedule', 'Create schedule'],
])('on the page %s a new function does not replace one of the same name', async (path, title, create) => {
  const before = await scene.cloud.get('/projects/shop/functions/greet');
  await window.visit(`p/shop/${path}`);
  await button(title).click();
  await dialog(title).getByLabel('Name').fill('greet');
  await dialog(title).getByRole('button', { name: create }).click();
  await dialog(title).getByText('is the name of a function that exists').waitFor();
  expect((await scene.cloud.get('/projects/shop/functions/greet')).body).toEqual(before.body);
});

test('a row’s panel says who may see, change and delete it, and by which rule', async () => {
  await window.visit('p/shop/tables/reviews');
  await grid('reviews').getByRole('gridcell', { name: 'Review 1' }).click();
  await page.keyboard.press('Shift+Enter');
  await button('Who can see this?').click();
  const who = page.getByRole('region', { name: 'Who can see this?' });
  await who.getByText(/^a visitor, user\d@example\.com/).waitFor();
  await who.getByText('Everybody with the public key may see rows.').waitFor();
  await who.getByText('Nobody of those tried.').first().waitFor();
  expect(await findBarriers(page)).toEqual([]);
});

test('the choice to show times in UTC is saved, and every time names its zone in its tooltip', async () => {
  await window.visit('account');
  await page.getByRole('switch', { name: 'Show times in UTC' }).check();
  await page.reload();
  await window.settle();
  expect(await page.getByRole('switch', { name: 'Show times in UTC' }).isChecked()).toBe(true);
  await window.visit('p/shop/logs');
  const time = page.getByRole('table', { name: 'Requests' }).locator('time').first();
  expect(await time.getAttribute('title')).toMatch(/ GMT/);
});

test('the browser logged no error during these tests', () => {
  expect(window.complaints).toEqual([]);
});
