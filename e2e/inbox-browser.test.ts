import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { at } from './harness/api-client.ts';
import { startBrowser } from './harness/browser.ts';
import { createScene, type Scene } from './harness/each-engine.ts';
import { startService } from './harness/service-process.ts';

const cleanUp = new AsyncDisposableStack();
let scene: Scene;
let browser: Browser;
let site: string;
/** Errors of the pages, such as a style that their policy refused. */
const complaints: string[] = [];

/** A page on another web server that contains only a form. */
async function startSite(action: string): Promise<string> {
  const server = createServer((request, response) => {
    const isThanks = request.url === '/thanks';
    const form = `<form method="post" action="${action}">
      <input name="from_name"><input name="from_email" type="email"><input name="topic">
      <input name="_gotcha" style="display:none" tabindex="-1" autocomplete="off">
      <input name="_next" type="hidden" value="${request.url === '/with-next' ? '/thanks' : ''}">
      <textarea name="body" maxlength="5000"></textarea><button>Send</button></form>`;
    const html = `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">${isThanks ? '<h1>Thanks</h1>' : form}`;
    response.writeHead(200, { 'content-type': 'text/html', 'referrer-policy': 'unsafe-url' }).end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp.defer(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development' } }));
  scene = await createScene(service);
  site = await startSite(`${service.url}/api/baas/shop/messages`);
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
}, 60_000);

afterAll(() => cleanUp.disposeAsync());

async function openForm(path: string, options: Parameters<Browser['newPage']>[0] = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('the server responded with a status of 4'))
      complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(`${site}${path}`);
  return page;
}

test('a form without script sends a message, and the browser shows that it was sent', async () => {
  const page = await openForm('/contact', { viewport: { width: 375, height: 700 }, colorScheme: 'dark' });
  await page.fill('[name=from_name]', 'Ann <b>Ä</b>');
  await page.fill('[name=from_email]', 'ann@example.com');
  await page.fill('[name=topic]', 'tea & 👍');
  await page.fill('[name=body]', 'Hello\nthere');
  await page.click('button');
  await page.waitForSelector('h1');
  expect(await page.textContent('h1')).toBe('Message sent');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
  expect(await page.getAttribute('a', 'href')).toBe(`${site}/contact`);
  const list = await scene.cloud.get('/projects/shop/messages');
  expect(at(list.body, 'data', 0)).toMatchObject({
    body: 'Hello\nthere',
    from_name: 'Ann <b>Ä</b>',
    from_email: 'ann@example.com',
    metadata: { topic: 'tea & 👍' },
    source_url: `${site}/contact`,
    status: 'unread',
  });
  expect(complaints).toEqual([]);
});

test('a form with `_next` leads there', async () => {
  const page = await openForm('/with-next');
  await page.fill('[name=body]', 'Going on');
  await page.click('button');
  await page.waitForURL(`${site}/thanks`);
  expect(await page.textContent('h1')).toBe('Thanks');
});

test('an invalid form shows a page that says why', async () => {
  const page = await openForm('/contact');
  await page.fill('[name=body]', '   ');
  await page.click('button');
  await page.waitForSelector('h1');
  expect(await page.textContent('h1')).toBe('Message not sent');
  expect(await page.textContent('[role=alert]')).toBe('Your message must not be blank.');
  expect(complaints).toEqual([]);
});
