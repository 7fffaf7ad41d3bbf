import { rm } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { startBrowser } from '../harness/browser.ts';
import { createScene, createTable, type Scene } from '../harness/each-engine.ts';
import { packPackages } from '../harness/packed-packages.ts';
import { startService } from '../harness/service-process.ts';
import { type InstalledApp, installApp, readmeExample } from './installed-app.ts';

export const REACT_19 = { react: '^19', 'react-dom': '^19' };
export const REACT_18 = { react: '18.2.0', 'react-dom': '18.2.0' };
export const HTML =
  '<!doctype html><html lang="en"><body><div id="root"></div><script type="module" src="/src/main.tsx"></script>';
const MAIN = `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Todos } from './todos';

createRoot(document.getElementById('root')).render(<StrictMode><Todos /></StrictMode>);
`;

/** A service with a project, and the packed packages, for apps of any bundler. */
export interface BundledScene extends AsyncDisposable {
  readonly scene: Scene;
  /** The three environment variables of a build. */
  readonly env: Readonly<Record<string, string>>;
  /** Installs an app with these files and the ones that a newcomer copies from the README. */
  install(dependencies: Record<string, string>, files: Record<string, string>): Promise<InstalledApp>;
  /**
   * Shows rows, adds one through the hook, and expects no error on the page. Uses Chromium unless another browser is
   * given.
   */
  addsTodo(url: string, browser?: Browser): Promise<void>;
}

export async function startBundledScene(more: Readonly<Record<string, string>> = {}): Promise<BundledScene> {
  const cleanUp = new AsyncDisposableStack();
  const service = cleanUp.use(await startService({ env: { SERVICE_MODE: 'development', ...more } }));
  const scene = await createScene(service);
  const rules = { read: 'public', create: 'public' };
  const columns = [{ name: 'title', type: 'text', required: true }];
  await createTable(scene, { name: 'todos', columns, rules });
  await createTable(scene, { name: 'notes', columns, rules: { read: 'owner', create: 'authenticated' } });
  const packed = await packPackages();
  cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
  const browser = await startBrowser();
  cleanUp.defer(() => browser.close());
  const env = {
    SERVICE_URL: `http://localhost:${service.port}`,
    SERVICE_PROJECT_ID: scene.projectId,
    SERVICE_PUBLIC_KEY: scene.publicKey,
  };
  const sources = {
    '.env': Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
    'index.html': HTML,
    'src/main.tsx': MAIN,
    'src/todos.tsx': await readmeExample('client', 'tsx'),
  };
  return {
    scene,
    env,
    install: async (dependencies, files) =>
      cleanUp.use(await installApp(packed, dependencies, { ...sources, ...files })),
    addsTodo: (url, other = browser) => addsTodo(other, scene, url),
    [Symbol.asyncDispose]: () => cleanUp.disposeAsync(),
  };
}

async function addsTodo(browser: Browser, scene: Scene, url: string): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('404')) complaints.push(message.text());
  });
  await scene.secret.post('/data/todos', { title: 'There already' });
  await page.goto(url);
  const items = page.getByRole('listitem');
  await items.filter({ hasText: 'There already' }).first().waitFor();
  const before = await items.count();
  await page.getByRole('button', { name: 'Add' }).click();
  await items.nth(before).waitFor();
  expect(complaints).toEqual([]);
  await page.close();
  await scene.secret.delete('/data/todos?all=true');
}
