import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
const DIST = new URL('dist/', ROOT);
const SOURCES = [new URL('server/src/', ROOT)];
/** What else decides how a bundle comes out. */
const INPUTS = ['package-lock.json', 'scripts/bundle.ts'].map((path) => new URL(path, ROOT));

/** One file for each thread and process: the service, the database's workers, two kinds that hash, those that open images or bundle functions. */
const ENTRIES = {
  main: new URL('server/src/main.ts', ROOT),
  worker: new URL('server/src/database/sqlite/worker.ts', ROOT),
  'password-worker': new URL('server/src/platform/passwords/worker.ts', ROOT),
  'stream-hash-worker': new URL('server/src/platform/stream-hash/worker.ts', ROOT),
  'function-bundler': new URL('server/src/modules/functions/deployment/build/bundler-process.ts', ROOT),
  'image-renderer': new URL('server/src/modules/storage/images/renderer-process.ts', ROOT),
};

/** What runs beside the functions of projects, in the runtime of the functions instead of Node. */
const FUNCTION_ENTRIES = {
  'function-main': new URL('server/src/modules/functions/runtime/shim/main.ts', ROOT),
  'function-egress': new URL('server/src/modules/functions/runtime/shim/egress.ts', ROOT),
};

export const MAIN_BUNDLE = new URL('main.mjs', DIST);

/** Whether the bundles are missing or older than anything they are made of. */
export async function isStale(): Promise<boolean> {
  const built = await Promise.all(
    Object.keys({ ...ENTRIES, ...FUNCTION_ENTRIES }).map((name) => changedMs(new URL(`${name}.mjs`, DIST))),
  );
  const oldest = Math.min(...built);
  const changes = await Promise.all([...INPUTS.map(changedMs), ...SOURCES.map(newestMs)]);
  return changes.some((ms) => ms >= oldest);
}

/** When a file was last written; 0 when it is not there. */
async function changedMs(file: URL): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function newestMs(folder: URL): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'),
  );
  const times = await Promise.all(files.map(async (file) => (await stat(`${file.parentPath}/${file.name}`)).mtimeMs));
  return Math.max(0, ...times);
}

/** Makes the bundles, which start in a quarter of the time that some hundred source files and packages take. */
export async function buildBundles(): Promise<void> {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: Object.entries(ENTRIES).map(([out, file]) => ({ out, in: fileURLToPath(file) })),
    outdir: fileURLToPath(DIST),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    // Native, or loaded only where files are kept elsewhere: found among the packages when they are needed.
    external: ['pg-native', 'sharp', '@node-rs/argon2', '@aws-sdk/*', 'esbuild', 'workerd'],
    // Packages in the older module format ask for `require`, which modules do not have.
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
    logLevel: 'warning',
  });
  const functionBundles = await build({
    entryPoints: Object.entries(FUNCTION_ENTRIES).map(([out, file]) => ({ out, in: fileURLToPath(file) })),
    outdir: fileURLToPath(DIST),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'esnext',
    external: ['node:*'],
    logLevel: 'warning',
  });
  await mkdir(DIST, { recursive: true });
  for (const { path, contents } of [...outputFiles, ...functionBundles.outputFiles]) await replaceFile(path, contents);
}

/** In one piece, so that a service that starts meanwhile never reads half a file. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}
