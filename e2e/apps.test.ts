import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiAnswer, type ApiClient, at, createApiClient, textAt } from './harness/api-client.ts';
import { createArchive } from './harness/archive.ts';
import { startBrowser } from './harness/browser.ts';
import { createScene, onEachEngine, type Scene } from './harness/each-engine.ts';
import { ADMIN_TOKEN, startService } from './harness/service-process.ts';

const KILLS = 4;
const KILLS_MS = 120_000;

async function publish(cloud: ApiClient, files: Readonly<Record<string, string>>): Promise<ApiAnswer> {
  const headers = { 'content-type': 'application/gzip' };
  return await cloud.call('POST', '/projects/shop/deployments', { body: await createArchive(files), headers });
}

function textOf(number: number): string {
  return `text ${number} `.repeat(1000);
}

/** Requests the shop's app by its host name, which only browsers resolve to this machine. */
async function pageOf(port: number, path: string): Promise<string> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path, headers: { host: 'shop.localhost' } }, resolve).on('error', reject);
  });
  return (await Array.fromAsync(answer)).join('');
}

/** A page that signs its visitor up through the API on its own origin. */
function signUpPage(publicKey: string): string {
  return `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>
    <button>Join</button><output></output><script type="module" src="/assets/app-BqkXKz3p.js" data-key="${publicKey}"></script>`;
}

const SCRIPT = `const { key } = document.querySelector('script').dataset;
const call = async (path, body) => {
  const headers = { authorization: 'Bearer ' + key, 'content-type': 'application/json' };
  const answer = await fetch('/api/baas/shop' + path, body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers });
  return await answer.json();
};
const output = document.querySelector('output');
document.querySelector('button').onclick = async () => {
  await call('/auth/signup', { email: 'ann@example.com', password: 'a long password' });
  output.textContent = 'signed up as ' + (await call('/auth/me')).data.user.email;
};
output.textContent = 'at ' + location.pathname;`;

onEachEngine((scene) => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
  }, 60_000);
  afterAll(() => browser?.close());

  test('a browser opens the published app, signs up on its own origin and stays signed in', async () => {
    const { cloud, publicKey } = scene();
    const made = await publish(cloud, {
      'dist/index.html': signUpPage(publicKey),
      'dist/assets/app-BqkXKz3p.js': SCRIPT,
    });
    expect([made.status, at(made.body, 'data', 'active')]).toEqual([201, true]);
    const url = textAt(made.body, 'data', 'url');
    expect(url).toBe(textAt((await cloud.get('/projects/shop')).body, 'data', 'app_url'));

    const context = await browser.newContext();
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await page.goto(`${url}orders/42`);
    await page.locator('output', { hasText: 'at /orders/42' }).waitFor();
    await page.click('button');
    await page.locator('output', { hasText: 'signed up as ann@example.com' }).waitFor();
    const cookies = await context.cookies();
    expect(new Set(cookies.map(({ domain }) => domain))).toEqual(new Set(['shop.localhost']));
    expect(
      cookies
        .filter(({ httpOnly }) => httpOnly)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['shop_device', 'shop_refresh', 'shop_session']);
    await page.goto(url);
    const me = await page.evaluate(
      `fetch('/api/baas/shop/auth/me', { headers: { authorization: 'Bearer ${publicKey}' } }).then((answer) => answer.status)`,
    );
    expect([me, complaints]).toEqual([200, []]);

    const missing = await page.goto(`${url}api/cloud/projects`);
    expect([missing?.status(), await page.locator('h1').textContent()]).toEqual([404, 'Page not found']);
    await context.close();
  });
});

describe('kill -9 of the service', () => {
  let dataDir = '';
  let scene: Scene | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'service-e2e-apps-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  test(
    'during publishing leaves either the old or the new deployment complete',
    async () => {
      let published = 0;
      let tried = 0;
      for (let round = 0; round < KILLS; round += 1) {
        const service = await startService({ dataDir });
        scene ??= await createScene(service);
        const cloud = createApiClient(`${service.url}/api/cloud`, ADMIN_TOKEN);
        const anyone = createApiClient(`${service.url}/api/baas/shop`, scene.publicKey);
        if (tried > 0) {
          // Archives that were being received are gone with their process.
          expect(await readdir(join(dataDir, 'cache', 'deployments'))).toEqual([]);
          const number = at((await anyone.post('/functions/number/invoke', {})).body, 'data');
          expect([published, tried]).toContain(number);
          expect(await pageOf(service.port, '/')).toBe(`page ${String(number)}`);
          expect(await pageOf(service.port, '/other.txt')).toBe(textOf(Number(number)));
          expect(await pageOf(service.port, '/same.txt')).toBe('the same each time');
          const shown = await cloud.get('/projects/shop/functions/number');
          expect(textAt(shown.body, 'data', 'files', 'functions/number.js')).toBe(
            `export default () => ${String(number)};`,
          );
        }
        let isDead = false;
        const publishing = (async () => {
          while (!isDead) {
            tried += 1;
            const answer = await publish(cloud, {
              'dist/index.html': `page ${tried}`,
              'dist/other.txt': textOf(tried),
              'dist/same.txt': 'the same each time',
              'functions/number.js': `export default () => ${tried};`,
            }).catch(() => undefined);
            if (answer === undefined) return;
            expect(answer.status, answer.text).toBe(201);
            published = tried;
          }
        })();
        await expect.poll(() => published, { timeout: 20_000, interval: 5 }).toBeGreaterThan(round * 2);
        await service.end('SIGKILL');
        isDead = true;
        await publishing;
      }
    },
    KILLS_MS,
  );
});
