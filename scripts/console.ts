import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { isConsoleStale } from './stale.mjs';

const ROOT = new URL('../', import.meta.url);
const CONSOLE = new URL('console/', ROOT);
const DIST = new URL('dist/', CONSOLE);
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Builds into a new folder and swaps it in one step, so that a running service never serves half a console. */
export async function buildConsole(): Promise<void> {
  const { build } = await import('vite');
  // Vite keeps an existing value: a test run would get React's slow and large development build.
  const environment = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  const fresh = new URL(`.tmp/console.${process.pid}/`, ROOT);
  try {
    await build({
      root: fileURLToPath(CONSOLE),
      logLevel: 'warn',
      build: { outDir: fileURLToPath(fresh), emptyOutDir: true },
    });
    await compressAll(new URL('assets/', fresh));
    await replaceFolder(fresh);
  } finally {
    if (environment === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = environment;
    await rm(fresh, { recursive: true, force: true });
  }
}

export async function buildStaleConsole(): Promise<void> {
  if (isConsoleStale()) await buildConsole();
}

async function replaceFolder(fresh: URL): Promise<void> {
  const old = new URL(`.tmp/console.${process.pid}.old/`, ROOT);
  await rename(DIST, old).catch(() => undefined);
  try {
    await rename(fresh, DIST);
  } catch (error) {
    // Another process may have put the same build there meanwhile.
    if (isConsoleStale()) throw error;
  }
  await rm(old, { recursive: true, force: true });
}

async function compressAll(folder: URL): Promise<void> {
  const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compressFile(new URL(name, folder))));
}

/** This quality takes a second for all files; the best one takes ten and saves three per cent. */
async function compressFile(file: URL): Promise<void> {
  const bytes = await readFile(file);
  const brotli = promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } });
  await writeFile(new URL(`${file.href}.br`), await brotli);
  await writeFile(new URL(`${file.href}.gz`), await promisify(gzip)(bytes, { level: 9 }));
}
