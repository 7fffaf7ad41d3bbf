import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildStaleConsole } from '../../scripts/console.ts';
import { startBrowser } from '../harness/browser.ts';
import { findPort } from '../harness/find-port.ts';
import { ROOT } from '../harness/service-process.ts';
import { isShownAs, readTutorial, type Step } from './read-tutorial.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { type Reader, VISITS, visit } from './visits.ts';

const PATIENCE_MS = 20_000;
const EXAMPLE = join(ROOT, 'examples/shop');
/** If set, the test saves pictures of the finished shop in this folder. */
const SCREENSHOTS = process.env['SCREENSHOTS'];

const cleanUp = new AsyncDisposableStack();
const terminals = new Map<number, Terminal>();
let home: string;
let browser: Browser;
/** Replaces what is fixed on the page by what is free on this machine. */
let adapt: (text: string) => string;

beforeAll(async () => {
  await buildStaleConsole();
  home = await mkdtemp(join(tmpdir(), 'tutorial-'));
  cleanUp.defer(() => rm(home, { recursive: true, force: true }));
  const stripe = cleanUp.use(await startRefusingStripe());
  const [port, mailPort] = [await findPort(), await findPort()];
  adapt = (text) =>
    text
      .replaceAll('8787', `${port}`)
      .replace('127.0.0.1:1025 npm start', `127.0.0.1:${mailPort},127.0.0.1:${stripe.port} npm start`)
      .replaceAll('1025', `${mailPort}`)
      .replace('"whsec_tutorial"}', `"whsec_tutorial", "base_url": "http://127.0.0.1:${stripe.port}"}`);
  const env = {
    HOME: home,
    PATH: process.env['PATH'],
    PORT: `${port}`,
    SERVICE_DATA_DIR: join(home, 'data'),
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
  };
  for (const number of [1, 2, 3]) terminals.set(number, cleanUp.use(openTerminal(ROOT, env)));
  // The packages are installed, and the service runs from its sources instead of a build.
  const npm = `npm() { test "$1" = ci || PATH="$PWD/node_modules/.bin:$PATH" exec node server/src/main.ts; }`;
  await terminalOf(1).run(npm);
  browser = await startBrowser();
  cleanUp.defer(() => browser.close());
}, 120_000);

afterAll(() => cleanUp.disposeAsync());

test('the tutorial leads from nothing to the shop of the examples, and says what the reader sees', async () => {
  const source = await readFile(join(ROOT, 'docs/tutorial.md'), 'utf8');
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  context.setDefaultTimeout(PATIENCE_MS);
  const reader: Reader = {
    shop: await context.newPage(),
    console: await context.newPage(),
    folder: join(home, 'my-shop'),
    adapt,
    output: (terminal) => terminalOf(terminal).output(),
  };
  const complaints: string[] = [];
  for (const page of [reader.shop, reader.console]) page.on('pageerror', (error) => complaints.push(String(error)));
  const visited = new Set<string>();
  for (const step of readTutorial(source)) {
    if (step.kind === 'visit') visited.add(await visit(reader, step));
    else await follow(step);
  }
  expect([...visited].toSorted()).toEqual(Object.keys(VISITS).toSorted());
  expect(complaints).toEqual([]);
  await requireExample();
  expect(terminalOf(3).output()).toContain('Thank you. A book is on its way.');
  await requireFit(reader.shop);
}, 240_000);

/** Each file that the reader has saved is the one of the example. */
async function requireExample(): Promise<void> {
  const read = async (file: string): Promise<unknown> => {
    const text = adapt(await readFile(file, 'utf8'));
    return file.endsWith('.json') ? JSON.parse(text) : text;
  };
  const names = await readdir(EXAMPLE, { recursive: true });
  const files = names.filter((name) => /\.(json|ndjson|ts|js|mjs|html|css)$/.test(name));
  expect(files.length).toBeGreaterThan(12);
  for (const name of files)
    expect(await read(join(home, 'my-shop', name)), name).toEqual(await read(join(EXAMPLE, name)));
}

async function requireFit(page: Page): Promise<void> {
  for (const width of [1280, 375]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth'), `${width}`).toBeLessThanOrEqual(width);
    if (SCREENSHOTS !== undefined)
      await page.screenshot({ path: join(SCREENSHOTS, `shop-${width}.png`), fullPage: true });
  }
}

async function follow(step: Exclude<Step, { kind: 'visit' }>): Promise<void> {
  if (step.kind === 'run') return await run(step);
  const file = join(home, 'my-shop', step.name);
  if (step.kind === 'save') return await writeFile(file, adapt(step.text));
  const json = JSON.parse(await readFile(file, 'utf8')) as Record<string, object>;
  Object.assign(json[step.to] ?? {}, JSON.parse(`{${step.text}}`));
  await writeFile(file, JSON.stringify(json));
}

async function run({ terminal, commands, output }: Extract<Step, { kind: 'run' }>): Promise<void> {
  const shell = terminalOf(terminal);
  const shown = output.map(adapt);
  if (terminal === 2) return requireShown(await shell.run(adapt(commands)), shown);
  shell.start(adapt(commands));
  await expect.poll(() => requireShown(shell.output(), shown), { timeout: 120_000 }).toBeUndefined();
}

/** Every line that the page shows was printed, in this order. */
function requireShown(printed: string, shown: readonly string[]): void {
  let lines = printed.split('\n');
  for (const line of shown) {
    const at = lines.findIndex((one) => isShownAs(one, line));
    expect(at, `"${line}" in:\n${printed}`).toBeGreaterThan(-1);
    lines = lines.slice(at + 1);
  }
}

function terminalOf(number: number): Terminal {
  const terminal = terminals.get(number);
  if (terminal === undefined) throw new Error(`The page names no terminal ${number}.`);
  return terminal;
}

/** Answers every call as Stripe answers a key that it does not know. */
async function startRefusingStripe(): Promise<AsyncDisposable & { readonly port: number }> {
  const error = { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****rial' };
  const server = createServer((_, response) => {
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
  });
  const port = await findPort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, [Symbol.asyncDispose]: close };
}
