import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiClient, at, createApiClient, textAt } from '../harness/api-client.ts';
import type { CookieJar } from '../harness/cookie-jar.ts';
import {
  type ConsoleScene,
  type ConsoleWindow,
  eventually,
  findBarriers,
  OWNER,
  openWindow,
  overflowOf,
  setUpOwner,
  startConsole,
} from './console-scene.ts';

const PASSPHRASE = 'a pass phrase — ü';
const HOSTILE = '<img src=x onerror=alert(1)> \u202egnp.exe https://example.com/a javascript:alert(1)';

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let window: ConsoleWindow;
let page: Page;
let anyone: ApiClient;

beforeAll(async () => {
  const place = await mkdtemp(join(tmpdir(), 'console-archive-'));
  cleanUp.defer(() => rm(place, { recursive: true, force: true }));
  scene = cleanUp.use(
    await startConsole({ env: { SERVICE_ARCHIVE_URL: `file://${place}`, SERVICE_ARCHIVE_SECONDS: '1' } }),
  );
  owner = await setUpOwner(scene);
  const made = await owner.post('/projects', { name: 'Shop', id: 'shop' });
  anyone = createApiClient(`${scene.service.url}/api/baas/shop`, textAt(made.body, 'data', 'public_key'));
  const { cloud } = scene;
  await cloud.post('/projects/shop/tables', {
    name: 'notes',
    columns: [{ name: 'text', type: 'text', required: true }],
    rules: { read: 'public', create: 'public', update: 'private', delete: 'private' },
  });
  const source = 'export default async () => ({ ok: true });';
  await cloud.call('PUT', '/projects/shop/functions/paid', { body: { trigger: 'webhook', source } });
  await cloud.patch('/projects/shop/settings', { inbox: { enabled: true } });
  window = cleanUp.use(await openWindow(scene, { session: owner }));
  page = window.page;
});

afterAll(() => cleanUp.disposeAsync());

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const region = (name: string) => page.getByRole('region', { name, exact: true });
const table = (name: string) => page.getByRole('table', { name, exact: true });
const main = () => page.getByRole('main');

async function saved(click: () => Promise<void>): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), click()]);
  return await readFile(await download.path(), 'utf8');
}

test('the inbox: a message is read, answered, moved between folders, exported and deleted', async () => {
  await anyone.post('/messages', { body: 'Do you ship to Malta?', from_name: 'Ann', from_email: 'ann@example.com' });
  await anyone.post('/messages', { body: HOSTILE, from_name: '<b>Bob</b>' });
  await window.visit('p/shop/inbox');
  await main().getByText('2 unread').waitFor();
  await table('Messages').getByRole('link', { name: 'Ann' }).click();
  await main().getByText('1 unread').waitFor();
  const message = region('Message');
  expect(await message.getByRole('link', { name: 'Reply by mail' }).getAttribute('href')).toMatch(
    /^mailto:ann%40example\.com\?/,
  );
  await message.getByRole('button', { name: 'Mark as unread' }).click();
  await main().getByText('2 unread').waitFor();
  await message.getByRole('button', { name: 'Mark as spam' }).click();
  const folders = page.getByRole('navigation', { name: 'Folders' });
  await folders.getByRole('link', { name: 'Spam' }).click();
  await table('Messages').getByRole('link', { name: 'Ann' }).click();
  await message.getByRole('button', { name: 'Not spam' }).click();
  await message.getByRole('button', { name: 'Archive' }).click();
  await folders.getByRole('link', { name: 'Archived' }).click();
  await table('Messages').getByRole('link', { name: 'Ann' }).waitFor();
  expect(await saved(() => button('Export CSV').click())).toContain('ann@example.com');
  expect(JSON.parse(await saved(() => button('Export JSON').click()))).toMatchObject({ count: 1 });

  await folders.getByRole('link', { name: 'All' }).click();
  await table('Messages').getByRole('link', { name: '<b>Bob</b>' }).click();
  await eventually(() => message.textContent()).toContain('‹202e›gnp.exe');
  const links = await message.getByRole('link').evaluateAll((all) => all.map((one) => one.outerHTML));
  expect(links).toHaveLength(1);
  expect(links[0]).toContain('rel="noopener noreferrer nofollow"');
  await message.getByRole('button', { name: 'Delete message' }).click();
  await dialog('Delete message?').getByRole('button', { name: 'Delete message' }).click();
  await eventually(() => table('Messages').getByRole('link').count()).toBe(1);
  expect(new URL(page.url()).search).toBe('');
});

test('the switch of the inbox takes effect at once, and the link in a mail opens its message', async () => {
  await window.visit('p/shop/inbox');
  const receive = page.getByRole('switch', { name: 'Receive messages' });
  await receive.click();
  await page.getByText('The inbox receives no messages any more.').waitFor();
  expect(at((await anyone.post('/messages', { body: 'Hello' })).body, 'data', 'delivered')).toBe(false);
  await receive.click();
  await page.getByText('The inbox receives messages.', { exact: true }).waitFor();
  await anyone.post('/messages', { body: 'Are you there?', from_name: 'Cem' });
  await eventually(async () => (await scene.cloud.get('/mailbox')).text).toContain('New message from Cem');
  const mailbox = (await scene.cloud.get('/mailbox')).body as { data: { subject: string; text: string }[] };
  const mail = mailbox.data.find(({ subject }) => subject === 'New message from Cem');
  const link = /\/console\/(p\/shop\/inbox\?message=\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  await window.visit(link);
  await region('Message').getByText('Are you there?').waitFor();
});

test('the log: requests are found by status and path, followed live, and link to their run', async () => {
  const { url } = scene.service;
  await anyone.get('/data/nothing_here');
  await fetch(`${url}/api/baas/shop/functions/paid/webhook`, { method: 'POST', body: '{}' });
  await window.visit('p/shop/logs?status=404&path=nothing');
  await eventually(() => table('Requests').getByRole('row').count()).toBe(2);
  await table('Requests').getByText('/data/nothing_here').waitFor();
  await page.getByRole('combobox', { name: 'Status' }).selectOption('');
  await page.getByLabel('Path').fill('webhook');
  await eventually(() => table('Requests').getByRole('row').count()).toBe(2);
  await page.getByRole('switch', { name: 'Follow' }).click();
  await fetch(`${url}/api/baas/shop/functions/paid/webhook`, { method: 'POST', body: '{}' });
  await eventually(() => table('Requests').getByRole('row').count()).toBe(3);
  await page.getByRole('switch', { name: 'Follow' }).click();
  await table('Requests').getByRole('link').first().click();
  const opened = page.url();
  await page.reload();
  await dialog('Request').getByText('anonymous').waitFor();
  await page.keyboard.press('ArrowDown');
  await eventually(() => page.url()).not.toBe(opened);
  await dialog('Request').getByRole('link', { name: 'Run of paid' }).click();
  await dialog('Run').getByText('webhook', { exact: true }).waitFor();
});

test('the audit log is filtered by actor and action, and shows the recorded details', async () => {
  await window.visit('p/shop/audit');
  await page.getByLabel('Action').fill('function.');
  await eventually(() => table('Audit').getByRole('row').count()).toBe(2);
  await page.getByLabel('Actor').fill('nobody');
  await main().getByText('No audit match').waitFor();
  await page.getByLabel('Actor').fill('admin');
  await table('Audit').getByRole('link').first().click();
  await dialog('Change').getByText('function.deploy').waitFor();
});

test('the history takes a deleted row back, and says so when the row cannot be as it was', async () => {
  const { cloud } = scene;
  await cloud.post('/projects/shop/tables', { name: 'kept', columns: [{ name: 'title', type: 'text', unique: true }] });
  const rows = '/projects/shop/data/kept';
  const remove = async (title: string): Promise<void> => {
    await cloud.post(rows, { title });
    expect((await cloud.delete(`${rows}?filter=title:eq:${title}`)).status).toBe(200);
  };
  await remove('first');
  await window.visit('p/shop/history');
  const latest = table('History')
    .getByRole('row', { name: /rows? of kept deleted/ })
    .first();
  await latest.getByRole('button', { name: 'Undo' }).click();
  await latest.getByText('Undone').waitFor();
  expect((await cloud.get(rows)).body).toMatchObject({ data: [{ title: 'first' }], count: 1 });
  await remove('second');
  await cloud.post(rows, { title: 'second' });
  await page.reload();
  await latest.getByRole('button', { name: 'Undo' }).click();
  await main().getByRole('alert').getByText('nothing was written: The value of title is taken.').waitFor();
  expect((await cloud.get(rows)).body).toMatchObject({ count: 2 });
});

test('incoming webhooks: each handler shows its address and its last call', async () => {
  await window.visit('p/shop/incoming');
  const row = table('Handlers').getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Copy URL' }).click();
  const copied = await page.evaluate<string>('navigator.clipboard.readText()');
  expect(new URL(copied).pathname).toBe('/api/baas/shop/functions/paid/webhook');
  expect(await row.textContent()).toContain('just now');
});

test('the reference lists every operation, calls it as any caller or as the console, and shows it as code', async () => {
  await window.visit('p/shop/api');
  const operations = page.getByRole('navigation', { name: 'Operations' });
  const described = (await scene.cloud.get('/projects/shop/openapi.json')).body as { paths: Record<string, object> };
  const all = Object.values(described.paths).flatMap((methods) => Object.keys(methods));
  expect(await operations.getByRole('link').count()).toBe(all.length);

  await operations.getByRole('link', { name: 'POST /data/notes', exact: true }).click();
  await page.getByRole('textbox', { name: 'Body' }).fill('{"text": "It’s here"}');
  await button('Send request').click();
  await region('Answer').getByText('201', { exact: true }).waitFor();
  expect(await page.getByRole('tabpanel').textContent()).toContain('-X POST');
  await page.getByRole('tab', { name: 'curl' }).press('ArrowRight');
  await eventually(() => page.getByRole('tabpanel').textContent()).toContain(
    'await insert(\'notes\', {"text": "It’s here"});',
  );
  await page.reload();
  expect(await page.getByRole('textbox', { name: 'Body' }).inputValue()).toContain('It’s here');

  await operations.getByRole('link', { name: 'PATCH /data/notes', exact: true }).click();
  await page.getByLabel('filter').fill('text:neq:x');
  await page.getByRole('textbox', { name: 'Body' }).fill('{"text": "changed"}');
  await button('Send request').click();
  await region('Answer').getByText('403', { exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Send request as' }).selectOption('console');
  await page.keyboard.press('Control+Enter');
  await region('Answer').getByText('200', { exact: true }).waitFor();
  expect(at((await anyone.get('/data/notes')).body, 'data', 0, 'text')).toBe('changed');

  await operations.getByRole('link', { name: 'GET /data/notes/{id}', exact: true }).click();
  await button('Send request').click();
  expect(await page.getByLabel('id', { exact: true }).getAttribute('aria-invalid')).toBe('true');
});

test('a backup is stored, downloaded and restored over later changes', async () => {
  await window.visit('p/shop/settings/backup');
  const archive = await saved(() => button('Download backup').click());
  expect(archive.slice(0, 13)).toBe('manifest.json');
  await page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  const sealed = page.waitForEvent('download');
  await button('Download backup').click();
  const file = await (await sealed).path();
  expect(await readFile(file, 'utf8')).toContain('"by":"passphrase"');

  await button('New backup').click();
  await dialog('New backup').getByLabel('Without files').check();
  await dialog('New backup').getByRole('button', { name: 'Create backup' }).click();
  await eventually(() => table('Backups').textContent()).toContain('ready');

  await anyone.post('/data/notes', { text: 'came later' });
  await page.getByLabel('Archive').setInputFiles(file);
  await page.getByLabel('Its passphrase').fill(PASSPHRASE);
  await button('Check archive').click();
  await main().getByText('The archive is whole and fits this project.').waitFor();
  expect((await anyone.get('/data/notes')).body).toMatchObject({ count: 2 });

  await button('Restore').click();
  expect(await dialog('Restore?').getByRole('button', { name: 'Restore' }).isEnabled()).toBe(false);
  await dialog('Restore?').getByLabel('Type shop to confirm').fill('shop');
  await dialog('Restore?').getByRole('button', { name: 'Restore' }).click();
  await main().getByText('The project was restored.').waitFor();
  expect((await anyone.get('/data/notes')).body).toMatchObject({ count: 1 });

  await button('New backup').click();
  await page.keyboard.press('Escape');
  await table('Backups')
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Delete backup' }).click();
  await dialog('Delete backup?').getByRole('button', { name: 'Delete backup' }).click();
  await main().getByText('No backups yet.').waitFor();
});

test('a moment of the archive becomes a project beside this one, and then takes its place', async () => {
  const { cloud } = scene;
  const texts = async (): Promise<unknown> => (await anyone.get('/data/notes?order=text&select=text')).body;
  await anyone.post('/data/notes', { text: 'before the accident' });
  const before = await texts();
  const second = Math.ceil(Date.now() / 1000) * 1000;
  const lastMoment = async () =>
    Date.parse(textAt((await cloud.get('/projects/shop/restore/moments')).body, 'data', 'to'));
  await eventually(lastMoment).toBeGreaterThan(second);
  expect((await cloud.delete('/projects/shop/tables/notes')).status).toBe(200);

  await window.visit('p/shop/settings/backup');
  const moment = region('Restore a moment');
  const field = moment.getByLabel('Moment', { exact: true });
  await field.fill('2020-01-01T00:00:00');
  await moment.getByText('The archive does not go back so far.').waitFor();
  expect(await moment.getByRole('button', { name: 'Restore moment' }).isEnabled()).toBe(false);
  await field.fill(fieldText(second));
  await moment.getByRole('button', { name: 'Check moment' }).click();
  await moment.getByText('The archive is whole and fits this project.').waitFor();
  expect((await anyone.get('/data/notes')).status).toBe(404);

  await moment.getByRole('button', { name: 'Restore moment' }).click();
  await dialog('Restore moment?').getByRole('button', { name: 'Restore moment' }).click();
  await moment.getByText('The project was restored as shop-restored.').waitFor();
  const rescued = await cloud.get('/projects/shop-restored/tables/notes');
  expect(rescued.status, rescued.text).toBe(200);
  expect((await anyone.get('/data/notes')).status).toBe(404);
  await page.reload();
  await moment.getByRole('link', { name: 'shop-restored' }).waitFor();
  expect(await findBarriers(page, undefined, 'main')).toEqual([]);
  await page.setViewportSize({ width: 375, height: 800 });
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await moment.getByRole('link', { name: 'shop-restored' }).click();
  await page.waitForURL(/\/console\/p\/shop-restored/);
  await window.visit('p/shop-restored/tables/notes');
  await main().getByText('before the accident').waitFor();
  expect(window.complaints).toEqual([]);
  await window.visit('p/shop/settings/backup');

  await field.fill(fieldText(second));
  await moment.getByRole('button', { name: 'Restore moment' }).click();
  await dialog('Restore moment?').getByRole('button', { name: 'Restore moment' }).click();
  await moment.getByRole('alert').getByText('This project id is taken.').waitFor();

  await moment.getByRole('radio', { name: 'This project' }).check();
  expect(await moment.getByLabel('Paused').isChecked()).toBe(false);
  await moment.getByRole('button', { name: 'Restore moment' }).click();
  await dialog('Restore moment?').getByLabel('Type shop to confirm').fill('shop');
  await dialog('Restore moment?').getByRole('button', { name: 'Restore moment' }).click();
  await moment.getByText('The project was restored.').waitFor();
  expect(await texts()).toEqual(before);
});

/** A time as a field of the browser takes it, which is in the zone of the tests. */
function fieldText(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

test('operators see how far the archive is', async () => {
  await window.visit('operators');
  await main()
    .getByText(/^Archive/)
    .waitFor();
  await main().getByText('ok', { exact: true }).waitFor();
});

test('a person who has forgotten the password gets a mail for choosing another', async () => {
  await using stranger = await openWindow(scene);
  await stranger.visit('sign-in');
  await stranger.page.getByRole('link', { name: 'Forgot password?' }).click();
  await stranger.page.getByRole('heading', { level: 1, name: 'Forgot password' }).waitFor();
  await stranger.page.getByLabel('E-mail').fill(OWNER.email);
  await stranger.page.getByRole('button', { name: 'Send link' }).click();
  await stranger.page.getByRole('status').getByText('a mail with a link is on its way').waitFor();
  await eventually(async () => (await scene.cloud.get('/mailbox')).text).toContain('/api/cloud/auth/reset');
  expect(stranger.complaints).toEqual([]);
});

test('no page logged an error, sent a request to another host or violated the policy', () => {
  expect(window.complaints).toEqual([]);
});

test('later: waiting and failed jobs are shown, started, cancelled and retried', async () => {
  const { cloud } = scene;
  const source = `export default (ctx) => { if (ctx.payload?.bad) throw ctx.error('no address', { status: 422 }); };`;
  await cloud.call('PUT', '/projects/shop/functions/ship', { body: { trigger: 'http', source } });
  const order = (body: object) => cloud.post('/projects/shop/functions/ship/later', body);
  await order({ payload: { bad: true }, key: 'bad' });
  await order({ after_s: 86_400, key: 'soon' });
  await order({ after_s: 172_800, key: 'never' });
  const rowOf = (key: string) => table('Jobs').getByRole('row').filter({ hasText: key });
  await window.visit('p/shop/later');
  await rowOf('bad').getByText('failed').waitFor();

  await rowOf('never').getByRole('link').first().click();
  await dialog('Job').getByRole('button', { name: 'Cancel job' }).click();
  await dialog('Job').getByText('cancelled').waitFor();
  await window.visit('p/shop/later');
  await rowOf('soon').getByRole('link').first().click();
  await dialog('Job').getByRole('button', { name: 'Run now' }).click();
  await dialog('Job').getByText('succeeded').waitFor();
  await dialog('Job').getByRole('link', { name: 'Run and log' }).click();
  await dialog('Run').getByText('later', { exact: true }).waitFor();
  await dialog('Run').getByRole('link', { name: 'Job', exact: true }).click();
  await dialog('Job').getByText('succeeded').waitFor();
  await page.keyboard.press('Escape');

  await main().getByRole('combobox', { name: 'State' }).selectOption('failed');
  await rowOf('soon').waitFor({ state: 'detached' });
  await rowOf('bad').getByRole('link').first().click();
  await dialog('Job').getByText('no address').waitFor();
  await dialog('Job').getByRole('button', { name: 'Retry' }).click();
  await dialog('Job').getByText('2, repeated up to 3 times').waitFor();
  await window.visit('p/shop');
  await main().getByRole('link', { name: '1 job' }).waitFor();
});

test('webhooks: a function of the project receives events of users', async () => {
  await window.visit('p/shop/webhooks');
  await button('New webhook').click();
  await dialog('New webhook').getByLabel('Table').selectOption('auth.users');
  await dialog('New webhook').getByLabel('Sends to').selectOption('function');
  await dialog('New webhook').getByLabel('Function').selectOption('paid');
  await button('Create webhook').click();
  await page.getByRole('heading', { level: 1, name: 'function:paid' }).waitFor();

  await scene.cloud.post('/projects/shop/users', { email: 'eve@example.com', password: 'a calm and long password' });
  const delivered = table('Deliveries').getByRole('row').filter({ hasText: 'succeeded' });
  await eventually(async () => {
    await page.keyboard.press('r');
    return delivered.count();
  }).toBe(1);
  await delivered.getByRole('link').first().click();
  await dialog('Delivery').getByRole('link', { name: 'Runs of paid' }).click();
  await table('Runs').getByRole('link').first().click();
  await dialog('Run').getByRole('link', { name: 'Delivery', exact: true }).click();
  await dialog('Delivery').getByText('insert of auth.users').waitFor();
});
