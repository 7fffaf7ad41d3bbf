import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CookieJar } from '../harness/cookie-jar.ts';
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
import { type FilledProject, fillProject } from './filled-project.ts';
import { walkByKeyboard } from './keyboard-walk.ts';
import { type ListedPage, listPages } from './page-list.ts';

const NARROW = 375;
const WIDE = 1280;
const HEIGHT = 800;
const SCRIPT_BYTES_MAX = 170 * 1024;
const STYLE_BYTES_MAX = 40 * 1024;
const FILES_MAX = 20;

const cleanUp = new AsyncDisposableStack();
let scene: ConsoleScene;
let owner: CookieJar;
let filled: FilledProject;

beforeAll(async () => {
  scene = cleanUp.use(await startConsole());
  owner = await setUpOwner(scene);
  filled = await fillProject(scene, owner, { rows: 120, users: 5, functions: 3, deliveries: 5 });
});

afterAll(() => cleanUp.disposeAsync());

const EVERYWHERE = ['color-contrast', 'target-size'];

/** Reloads for another view of the same page, and for the first page of a window. */
function open({ page, visit, goTo }: ConsoleWindow, path: string): Promise<void> {
  return path.includes('?') || page.url() === 'about:blank' ? visit(path) : goTo(path);
}

/**
 * All faults of one page: wide and light, narrow and dark, and by keyboard alone. Rules of axe that depend on neither
 * width nor colours run once, and those for the frame around the pages run once for all pages.
 */
async function problemsOf(window: ConsoleWindow, { path, h1 }: ListedPage): Promise<readonly string[]> {
  const { page, complaints } = window;
  await page.setViewportSize({ width: WIDE, height: HEIGHT });
  await page.emulateMedia({ colorScheme: 'light' });
  const part = page.url() === 'about:blank' ? 'html' : 'main';
  await open(window, path);
  const found: string[] = [];
  const headings = await page.locator('main h1').allInnerTexts();
  if (headings.length !== 1 || headings[0] !== h1) found.push(`its heading is ${headings.join(' and ')}`);
  const title = await page.title();
  const project = path.startsWith('p/') ? ' · Shop' : '';
  if (title !== `${h1}${project} · Console`) found.push(`its title is ${title}`);
  found.push(...(await page.getByRole('alert').allInnerTexts()));
  found.push(...(await findBarriers(page, undefined, part)));
  const { problems, stops } = await walkByKeyboard(page);
  found.push(...problems);
  if (stops === 0) found.push('keys reach nothing');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: NARROW, height: HEIGHT });
  const overflow = await overflowOf(page);
  if (overflow > 0) found.push(`it is ${overflow} pixels too wide`);
  found.push(...(await findBarriers(page, EVERYWHERE, part)));
  found.push(...complaints.splice(0));
  return found.map((problem) => `${path}: ${problem}`);
}

// One visit per page checks everything; separate tests would take ten times as long.
test('every page has its heading and title, meets WCAG 2.2 AA in light and dark, works by keyboard, fits 1280 and 375 pixels, and violates no policy', async () => {
  const pages = [...listPages(filled)];
  const worker = async (): Promise<readonly string[]> => {
    await using window = await openWindow(scene, { session: owner });
    const found: string[] = [];
    for (let next = pages.shift(); next !== undefined; next = pages.shift())
      found.push(...(await problemsOf(window, next)));
    return found;
  };
  expect((await Promise.all([worker(), worker()])).flat()).toEqual([]);
});

test('the same checks find the faults of a faulty page', async () => {
  await using window = await openWindow(scene, { session: owner, width: NARROW });
  await window.visit('tokens');
  await window.page.evaluate(`
    const wide = document.createElement('div');
    wide.style.cssText = 'width: 900px; color: #aaa; background: #bbb';
    wide.innerHTML = 'faint <img src="/nothing.png">';
    document.querySelector('main').append(wide);
    const dead = document.createElement('div');
    dead.setAttribute('role', 'button');
    const bare = document.createElement('input');
    bare.style.outline = 'none';
    document.querySelector('main').append(dead, bare);
    dead.textContent = 'dead';
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/x.js';
    document.head.append(script);
  `);
  await eventually(() => window.complaints.join()).toContain('elsewhere.example');
  expect(await overflowOf(window.page)).toBeGreaterThan(0);
  const barriers = (await findBarriers(window.page)).join();
  expect(barriers).toContain('image-alt');
  expect(barriers).toContain('color-contrast');
  const { problems } = await walkByKeyboard(window.page);
  expect(problems).toEqual([
    expect.stringMatching(/^no name: input/),
    expect.stringMatching(/^no ring: input/),
    'not reached: div dead',
  ]);
});

test('the first page loads at most 170 KB of JavaScript and 40 KB of CSS', async () => {
  await using window = await openWindow(scene, { session: owner });
  const files = new Map<string, Promise<Buffer>>();
  window.page.on('response', (response) => {
    const kind = response.request().resourceType();
    if (kind === 'script' || kind === 'stylesheet') files.set(response.url(), response.body());
  });
  await window.page.goto('');
  await window.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  const bytesOf = async (ending: string): Promise<number> => {
    const found = [...files].filter(([url]) => url.endsWith(ending)).map(([, body]) => body);
    return (await Promise.all(found)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  };
  expect(await bytesOf('.js')).toBeGreaterThan(0);
  expect(await bytesOf('.js')).toBeLessThanOrEqual(SCRIPT_BYTES_MAX);
  expect(await bytesOf('.css')).toBeLessThanOrEqual(STYLE_BYTES_MAX);
  expect(files.size).toBeLessThanOrEqual(FILES_MAX);
});

test('a viewer sees every page, without the actions that viewers may not perform', async () => {
  const session = await addMember(scene, filled.id, { email: 'viewer@example.com', role: 'viewer' });
  await using window = await openWindow(scene, { session });
  const writes =
    /^(?:New |Add |Create |Delete |Save |Discard |Edit |Rename |Remove |Invite |Import |Upload |Publish |Deploy$|Run |Send (?!request)|Resend|Enable |Disable |Rotate |Connect$|Disconnect$|Restore$|Review changes$|Actions for )/;
  // Leaves out the viewer's own account pages, and the audit log, which viewers may not see.
  const own = /^(?:account|tokens|operators|databases|mailbox|.*\/(?:audit|history)|)$/;
  const offered: string[] = [];
  for (const { path } of listPages(filled).filter((one) => !own.test(one.path))) {
    await open(window, path);
    const names = await window.page.getByRole('main').getByRole('button').allInnerTexts();
    offered.push(
      ...names.filter((name) => writes.test(name) && name !== 'Add filter').map((name) => `${path}: ${name}`),
    );
    offered.push(...(await window.page.getByRole('alert').allInnerTexts()).map((text) => `${path}: ${text}`));
  }
  expect(offered).toEqual([]);
  expect(window.complaints).toEqual([]);
});

test('addresses of missing things and of other people’s things show Not found with a link back', async () => {
  const { cloud } = scene;
  await cloud.post('/projects', { name: 'Foreign', id: 'foreign' });
  const session = await addMember(scene, filled.id, { email: 'editor@example.com', role: 'editor' });
  await using window = await openWindow(scene, { session });
  const missing = '01900000-0000-7000-8000-000000000000';
  const paths = ['nothing', 'p/nothing', 'p/foreign', 'p/foreign/tables', 'p/shop/nothing', 'p/shop/tables/nothing'];
  // Only admins may see the audit log, and only operators the lists of operators and databases.
  paths.push('p/shop/audit', 'operators', 'databases');
  const things = [`users/${missing}`, 'users/x', 'functions/nothing', `webhooks/${missing}`, 'webhooks/x'];
  for (const path of [...paths, ...things.map((thing) => `p/shop/${thing}`)]) {
    await window.visit(path);
    expect(await window.page.locator('main h1').textContent(), path).toBe('Not found');
  }
  await window.page.getByRole('main').getByRole('link').click();
  await window.page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
  expect(new URL(window.page.url()).pathname).toBe('/console/');
});
