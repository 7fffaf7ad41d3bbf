import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { startBrowser } from '../../../e2e/harness/browser.ts';
import { cleaningUp } from '../../../e2e/harness/cleaning-up.ts';
import { BUDGETS_KB, type MeasuredPackage, measurePackageSizes } from '../../../e2e/harness/package-sizes.ts';
import { copyExample, packPackages } from '../../../e2e/harness/packed-packages.ts';
import { type Figure, median, short, whole } from '../figures.ts';
import { TARGETS } from '../targets.ts';
import type { BenchRun } from './bench-run.ts';

const PAGE = fileURLToPath(new URL('../../page/main.tsx', import.meta.url));
const INSTALLED = ['react', 'react-dom', '@tanstack/query-core', '@tanstack/react-query'];
const CONFIG = { url: '', projectId: 'bench', publicKey: 'pk_bench' };
/** The page needs an origin, so that the packages have cookies and channels; no request leaves the browser. */
const ORIGIN = 'http://app.localhost/';
const RENDERS = 60;
const COMPONENTS = 50;

export function measurePackages({ options }: BenchRun): Promise<Figure[]> {
  return cleaningUp(async (cleanUp) => {
    const packed = await packPackages();
    cleanUp.defer(() => rm(packed, { recursive: true, force: true }));
    const { folder } = cleanUp.use(await copyExample('esbuild', packed, INSTALLED));
    const sizes = await measurePackageSizes(folder);
    const script = await bundlePage(folder);
    const browser = await startBrowser();
    cleanUp.defer(() => browser.close());
    const page = await openPage(browser, script);
    return [
      ...Object.entries(sizes).map(([name, bytes]) => sizeFigure(name as MeasuredPackage, bytes)),
      await renderFigure(page, options.isQuick ? RENDERS / 4 : RENDERS),
      await sharingFigure(page),
    ];
  });
}

async function openPage(browser: Browser, script: string): Promise<Page> {
  const page = await browser.newPage();
  const body = '<!doctype html><body></body>';
  await page.route('**/*', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(ORIGIN);
  await page.addScriptTag({ content: script });
  return page;
}

async function bundlePage(folder: string): Promise<string> {
  const entry = join(folder, 'bench.tsx');
  await cp(PAGE, entry);
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"', __SERVICE_CONFIG__: JSON.stringify(JSON.stringify(CONFIG)) },
    write: false,
    absWorkingDir: folder,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error('esbuild made no file.');
  return file.text;
}

function sizeFigure(name: MeasuredPackage, bytes: number): Figure {
  const limit = BUDGETS_KB[name] * 1024;
  return {
    work: name === 'all' ? 'all four packages in one app' : `package ${name}`,
    figure: `${whole(bytes)} bytes gzip, without React`,
    value: bytes,
    target: { text: `≤ ${BUDGETS_KB[name]} KB (${whole(limit)})`, isMet: (value) => value <= limit },
  };
}

async function renderFigure(page: Page, rounds: number): Promise<Figure> {
  const found = await page.evaluate(`measureRender(${rounds})`);
  const { serviceMs, bareMs } = found as { readonly serviceMs: number[]; readonly bareMs: number[] };
  const ratio = median(serviceMs.map((ms, round) => ms / (bareMs[round] ?? ms)));
  return {
    work: '1,000 rows under useQuery, first rendering to rows in the document',
    figure: `${short(median(serviceMs))} ms`,
    floor: `TanStack Query: ${short(median(bareMs))} ms`,
    ratio: `× ${short(ratio)}`,
    value: ratio,
    target: TARGETS.renderRatio,
  };
}

async function sharingFigure(page: Page): Promise<Figure> {
  const requests = Number(await page.evaluate(`countRequests(${COMPONENTS})`));
  return {
    work: `${COMPONENTS} components on one query`,
    figure: requests === 1 ? '1 request' : `${requests} requests`,
    value: requests,
    target: TARGETS.sharedRequests,
  };
}
