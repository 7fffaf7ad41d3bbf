import type { Page } from 'playwright-core';
import type { ConsoleWindow } from '../console-scene.ts';
import { listPages } from '../page-list.ts';
import { type FullProjects, SPECIAL_PATHS } from './fill.ts';

const NODES_MAX = 8_000;
const CLICK_MS_MAX = 100;

/** For every page: the time until its heading, the time until it is complete, and the size of its document. */
export async function pageFigures(window: ConsoleWindow, { shop, many }: FullProjects): Promise<readonly string[]> {
  const paths = [
    ...listPages(shop).map(({ path }) => path),
    ...SPECIAL_PATHS.map((path) => `p/${shop.id}/${path}`),
    ...['', '/tables', '/tables?page=5', '/tables?q=9_99', '/tables/table_00499', '/webhooks', '/api'].map(
      (path) => `p/${many}${path}`,
    ),
  ];
  const problems: string[] = [];
  console.log('page, ms to the heading, ms to all of it, nodes');
  for (const path of paths) {
    const startedAt = performance.now();
    await window.page.goto(path);
    await window.page.locator('main h1').first().waitFor();
    const heading = performance.now() - startedAt;
    try {
      await window.settle();
    } catch (error) {
      problems.push(`${path}: ${String(error)}`);
    }
    const all = performance.now() - startedAt;
    const nodes = await nodesOf(window.page);
    console.log(`${path || '(root)'}, ${heading.toFixed(0)}, ${all.toFixed(0)}, ${nodes}`);
    if (nodes > NODES_MAX) problems.push(`${path} has ${nodes} nodes`);
    problems.push(...complaintsOf(window, path));
  }
  return problems;
}

/** The time from a click to the next paint, for the most frequent clicks. */
export async function clicks(window: ConsoleWindow, { shop, many }: FullProjects): Promise<readonly string[]> {
  const { page } = window;
  // A click that changes nothing on the screen ends with the next paint, which may be that of the next click.
  await page.addInitScript(`
    window.slowest = 0;
    window.measuredFrom = 0;
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        if (startTime >= window.measuredFrom) window.slowest = Math.max(window.slowest, duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: true });
  `);
  const problems: string[] = [];
  const measure = async (name: string, act: () => Promise<void>): Promise<void> => {
    await page.evaluate('window.slowest = 0; window.measuredFrom = performance.now()');
    await act();
    await window.settle();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))');
    const ms = await page.evaluate<number>('window.slowest');
    console.log(`${name}: painted ${ms} ms after the click`);
    if (ms > CLICK_MS_MAX) problems.push(`${name} is painted after ${ms} ms`);
  };
  for (const id of [shop.id, many]) {
    await window.visit(`p/${id}`);
    const links = page.getByRole('navigation', { name: 'Project' }).getByRole('link');
    for (const name of await links.allInnerTexts()) {
      await measure(`${id}: ${name}`, () => links.getByText(name, { exact: true }).click());
    }
    await measure(`${id}: the palette`, () => page.getByRole('button', { name: 'Search or jump to' }).click());
    await measure(`${id}: typing there`, async () => {
      await page.keyboard.type('table_004');
      await page
        .getByRole('option')
        .first()
        .waitFor({ timeout: 5000 })
        .catch(() => undefined);
    });
    await page.keyboard.press('Escape');
  }
  for (const dialog of ['tables/New table', 'webhooks/New webhook']) {
    const [path, name = ''] = dialog.split('/');
    await window.visit(`p/${many}/${path}`);
    await measure(`${many}: ${name}`, () => page.getByRole('button', { name }).click());
  }
  return [...problems, ...complaintsOf(window, 'clicks')];
}

/** The size of the document while scrolling and paging through large tables. */
export async function grids(window: ConsoleWindow, { shop }: FullProjects): Promise<readonly string[]> {
  const { page } = window;
  const problems: string[] = [];
  for (const table of ['events', 'wide', 'long']) {
    await window.visit(`p/${shop.id}/tables/${table}?limit=1000`);
    let nodes = 0;
    const scroll = async (left: number, top: number): Promise<void> => {
      await page.evaluate(`document.querySelector('[role=grid]').scrollTo(${left}, ${top})`);
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20)))');
      nodes = Math.max(nodes, await nodesOf(page));
    };
    for (let step = 0; step <= 40; step += 1) await scroll(0, step * 1000);
    for (let step = 0; step <= 30; step += 1) await scroll(step * 1000, 0);
    const step = async (name: string): Promise<void> => {
      const button = page.getByRole('button', { name, exact: true });
      if (!(await button.isEnabled())) return;
      const startedAt = performance.now();
      await button.click();
      await window.settle();
      console.log(`${table}: ${name} in ${(performance.now() - startedAt).toFixed(0)} ms`);
      nodes = Math.max(nodes, await nodesOf(page));
    };
    await step('Next page');
    await step('Last page');
    await step('Previous page');
    await step('First page');
    console.log(`${table}: at most ${nodes} nodes`);
    if (nodes > NODES_MAX) problems.push(`${table} has up to ${nodes} nodes`);
  }
  return [...problems, ...complaintsOf(window, 'grids')];
}

function complaintsOf({ complaints }: ConsoleWindow, where: string): readonly string[] {
  return complaints.splice(0).map((complaint) => `${where}: ${complaint}`);
}

function nodesOf(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelectorAll('*').length`);
}
