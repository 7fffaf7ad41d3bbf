import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserType } from 'playwright-core';
import { ROOT } from './service-process.ts';

const execute = promisify(execFile);

/** The last version of Playwright that works with a released Firefox; later ones use drafts of WebDriver BiDi. */
const DRIVER = 'playwright-core@1.60.0';
const PROGRAMS = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** The system's Firefox, because npm has none, driven through WebDriver BiDi. `FIREFOX` names another program. */
export async function startFirefox(): Promise<{ readonly browser: Browser } & AsyncDisposable> {
  const program = process.env['FIREFOX'] ?? (await firstOf(PROGRAMS));
  if (program === undefined) {
    throw new Error(
      'There is no Firefox: install firefox-esr (apt-get install firefox-esr), or name its program in FIREFOX.',
    );
  }
  const cleanUp = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'service-firefox-'));
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const env = { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}` };
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', DRIVER];
  await execute('npm', args, { cwd: folder, env });
  const { firefox } = createRequire(join(folder, 'driver.js'))('playwright-core') as { readonly firefox: BrowserType };
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: program, headless: true });
  cleanUp.defer(() => browser.close());
  return { browser, [Symbol.asyncDispose]: () => cleanUp.disposeAsync() };
}

async function firstOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const isThere = await access(path).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
