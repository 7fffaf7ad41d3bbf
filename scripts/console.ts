import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

const ROOT = new URL('../', import.meta.url);
const CONSOLE = new URL('console/', ROOT);
const DIST = new URL('dist/', CONSOLE);
const PAGE = new URL('index.html', DIST);
const SOURCES = new URL('src/', CONSOLE);
/** The other files that decide how the console comes out. */
const INPUTS = [
  new URL('package-lock.json', ROOT),
  new URL('scripts/console.ts', ROOT),
  new URL('index.html', CONSOLE),
  new URL('vite.config.ts', CONSOLE),
];
const COMPRESSIBLE = /\.(js|css|svg)$/;

/** Whether the built console is missing or older than anything it is made of. */
export async function isConsoleStale(): Promise<boolean> {
  const built = await changedMs(PAGE);
  if (built === 0) return true;
  const changes = await Promise.all([...INPUTS.map(changedMs), newestMs(SOURCES)]);
  return changes.some((ms) => ms >= built);
}

/** Builds beside the old files and changes them in one step, so that a running service never serves half of a console. */
export async function buildConsole(): Promise<void> {
  const { build } = await import('vite');
  // Vite keeps what is set: a test run would get React's slow and large development build.
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

async function replaceFolder(fresh: URL): Promise<void> {
  const old = new URL(`.tmp/console.${process.pid}.old/`, ROOT);
  await rename(DIST, old).catch(() => undefined);
  await rename(fresh, DIST);
  await rm(old, { recursive: true, force: true });
}

async function compressAll(folder: URL): Promise<void> {
  const names = (await readdir(folder)).filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(names.map((name) => compressFile(new URL(name, folder))));
}

/** The quality that takes a second for all files; the best takes ten and saves three per cent. */
async function compressFile(file: URL): Promise<void> {
  const bytes = await readFile(file);
  const brotli = promisify(brotliCompress)(bytes, { params: { [zlib.BROTLI_PARAM_QUALITY]: 9 } });
  await writeFile(new URL(`${file.href}.br`), await brotli);
  await writeFile(new URL(`${file.href}.gz`), await promisify(gzip)(bytes, { level: 9 }));
}

async function changedMs(file: URL): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function newestMs(folder: URL): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name));
  const times = await Promise.all(files.map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).mtimeMs));
  return Math.max(0, ...times);
}
