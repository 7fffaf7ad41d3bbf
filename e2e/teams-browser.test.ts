import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from './harness/browser.ts';
import { createScene, type Scene } from './harness/each-engine.ts';
import { type MailServer, startMailServer } from './harness/mail-server.ts';
import { serveFolder } from './harness/serve-folder.ts';
import { ADMIN_TOKEN, ROOT, startService } from './harness/service-process.ts';

const PASSWORD = 'a calm and long password';
const PATIENCE = { timeout: 40_000 };
/** If set, the tests save pictures of the pages in this folder. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let mails: MailServer;
let url: string;
const complaints: string[] = [];

beforeAll(async () => {
  mails = cleanUp.use(await startMailServer());
  const { host, port } = new URL(mails.url);
  const env = { SERVICE_MODE: 'development', SERVICE_OUTBOUND_ALLOW: host };
  const service = cleanUp.use(await startService({ env }));
  scene = await createScene(service, 'teams');
  const folder = await mkdtemp(join(tmpdir(), 'service-teams-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  await cp(join(ROOT, 'examples/teams'), folder, { recursive: true });
  await promisify(execFile)(process.execPath, [join(folder, 'setup.ts')], {
    env: {
      // The same host as the page; otherwise the browser withholds the session's cookies.
      SERVICE_URL: service.url.replace('127.0.0.1', 'localhost'),
      SERVICE_PROJECT_ID: 'teams',
      SERVICE_PUBLIC_KEY: scene.publicKey,
      SERVICE_TOKEN: ADMIN_TOKEN,
    },
  });
  const email = {
    provider: 'smtp',
    from: 'Board <board@example.com>',
    host: '127.0.0.1',
    port: Number(port),
    secure: false,
  };
  const plan = await scene.cloud.patch('/projects/teams/billing', { plan: 'pro' });
  const funds = await scene.cloud.post('/projects/teams/billing/entries', { amount: 1000, kind: 'top_up' });
  expect([plan.status, funds.status]).toEqual([200, 201]);
  const connected = await scene.cloud.call('PUT', '/projects/teams/integrations/email', { body: email });
  expect(connected.status, connected.text).toBeLessThan(300);
  url = cleanUp.use(await serveFolder(join(folder, 'app'))).url;
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
}, 120_000);

afterAll(() => cleanUp.disposeAsync());

/** A browser of a user who has just signed up. */
async function arrive(email: string, address = url): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(PATIENCE.timeout);
  const page = await context.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(address);
  await page.getByLabel('E-mail', { exact: true }).fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByText(`Signed in as ${email}.`).waitFor();
  return page;
}

async function invite(page: Page, email: string, role: string): Promise<string> {
  await page.getByLabel('Invite by e-mail').fill(email);
  await page.getByLabel('Role').selectOption(role);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByText(`${email} is invited.`).waitFor();
  const [mail] = await mails.until(email, 1);
  return /https?:\S+#join=\S+/.exec(mail?.content.text ?? '')?.[0] ?? '';
}

/** Not by label: the text of a label includes the options of the list in it. */
const teamsOf = (page: Page) => page.locator('#team option').count();
const tasksOf = (page: Page) => page.locator('#tasks li label').allTextContents();
const problemOf = (page: Page) => page.getByRole('alert').textContent();

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.getByText('Signed in as').waitFor();
  await page.waitForLoadState('networkidle');
}

test('three people share a board: one creates a team, one edits, one reads, and a member who leaves sees nothing', async () => {
  const ann = await arrive('ann@example.com');
  await ann.getByLabel('New team').fill('Red');
  await ann.getByRole('button', { name: 'Make team' }).click();
  await ann.getByText('ann@example.com, owner').waitFor();
  await ann.getByLabel('New task').fill('Paint the fence');
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('the secret plan') };
  await ann.getByLabel('Attachment').setInputFiles(file);
  await ann.getByRole('button', { name: 'Add task' }).click();
  await ann.getByRole('button', { name: 'Open attachment of Paint the fence' }).waitFor();
  if (SCREENSHOTS !== undefined) await ann.screenshot({ path: join(SCREENSHOTS, 'teams.png'), fullPage: true });
  const editorLink = await invite(ann, 'ben@example.com', 'editor');
  const readerLink = await invite(ann, 'eve@example.com', 'reader');

  // A stranger does not see the team, and cannot join with a link for another address.
  const mallory = await arrive('mallory@example.com', editorLink);
  await expect.poll(() => problemOf(mallory), PATIENCE).toContain('for another address');
  await reload(mallory);
  expect(await teamsOf(mallory)).toBe(0);

  const ben = await arrive('ben@example.com', editorLink);
  await expect.poll(() => tasksOf(ben), PATIENCE).toEqual(['Paint the fence']);
  await ben.getByLabel('New task').fill('Buy brushes');
  await ben.getByRole('button', { name: 'Add task' }).click();
  await expect.poll(() => tasksOf(ben), PATIENCE).toEqual(['Paint the fence', 'Buy brushes']);
  await ben.getByRole('button', { name: 'Delete Buy brushes' }).click();
  await expect.poll(() => problemOf(ben), PATIENCE).not.toBe('');

  const eve = await arrive('eve@example.com', readerLink);
  await expect.poll(() => tasksOf(eve), PATIENCE).toEqual(['Paint the fence', 'Buy brushes']);
  expect(await teamsOf(eve)).toBe(1);
  await eve.getByLabel('Buy brushes').click();
  await expect.poll(() => problemOf(eve), PATIENCE).not.toBe('');
  expect(await eve.getByLabel('Buy brushes').isChecked()).toBe(false);
  const opening = eve.context().waitForEvent('page');
  await eve.getByRole('button', { name: 'Open attachment of Paint the fence' }).click();
  await opening;
  expect(await fileText(eve)).toEqual([200, 'the secret plan']);
  expect((await fileText(mallory))[0]).toBe(404);

  // Using the link again changes nothing; a member who leaves loses access with the next request.
  await eve.getByRole('button', { name: 'Leave team' }).click();
  await expect.poll(() => teamsOf(eve), PATIENCE).toBe(0);
  expect((await fileText(eve))[0]).toBe(404);
  await eve.goto('about:blank');
  await eve.goto(readerLink);
  await expect.poll(() => problemOf(eve), PATIENCE).toContain('used already');
  await reload(ann);
  expect(await ann.locator('#members li').count()).toBe(2);
  expect(complaints).toEqual([]);
}, 90_000);

/** Downloads the only attachment with the cookies of a page. */
async function fileText(page: Page): Promise<readonly [number, string]> {
  const files = await scene.secret.get('/storage/files');
  const [file] = (JSON.parse(files.text) as { data: { id: string }[] }).data;
  const answer = await page
    .context()
    .request.get(
      `${scene.service.url.replace('127.0.0.1', 'localhost')}/api/baas/teams/storage/files/${file?.id}/download`,
      {
        headers: { authorization: `Bearer ${scene.publicKey}` },
      },
    );
  return [answer.status(), await answer.text()];
}
