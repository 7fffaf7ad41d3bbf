import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

const ROOT = new URL('../', import.meta.url);
const DIST = new URL('dist/', ROOT);
/** The service. What it loads with `import()` stands in files of its own, which a start does not read. */
const SERVICE = { main: new URL('server/src/start-main.ts', ROOT) };

/** One file for each thread and process beside it: the database's workers, two kinds that hash, those that open images or bundle functions. */
const HELPERS = {
  worker: new URL('server/src/database/sqlite/worker.ts', ROOT),
  'password-worker': new URL('server/src/platform/passwords/worker.ts', ROOT),
  'stream-hash-worker': new URL('server/src/platform/stream-hash/worker.ts', ROOT),
  'function-bundler': new URL('server/src/modules/functions/deployment/build/bundler-process.ts', ROOT),
  'image-renderer': new URL('server/src/modules/storage/images/renderer-process.ts', ROOT),
};

/** Entries that run beside the functions of projects, in the runtime of the functions instead of Node. */
const FUNCTION_ENTRIES = {
  'function-main': new URL('server/src/modules/functions/runtime/shim/main.ts', ROOT),
  'function-egress': new URL('server/src/modules/functions/runtime/shim/egress.ts', ROOT),
};

const MAIN_BUNDLE = new URL('main.mjs', DIST);
const COMPILED = new URL('compiled/', DIST);
const PART = /^part-.*\.mjs$/;
/** All files of a build are written within this time. */
const BUILD_MS = 60_000;

const COMMON = {
  outdir: fileURLToPath(DIST),
  outExtension: { '.js': '.mjs' },
  bundle: true,
  write: false as const,
  format: 'esm',
  logLevel: 'warning',
} satisfies BuildOptions;

const NODE = {
  ...COMMON,
  platform: 'node',
  target: 'node26',
  // Native, or loaded only where files are kept elsewhere: found among the packages when they are needed.
  external: ['pg-native', 'sharp', '@node-rs/argon2', '@aws-sdk/*', 'esbuild', 'workerd'],
  // Packages in the older module format ask for `require`, which modules do not have.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  },
} satisfies BuildOptions;

export const SERVICE_BUILD = {
  ...NODE,
  entryPoints: entryPoints(SERVICE),
  splitting: true,
  chunkNames: 'part-[hash]',
} satisfies BuildOptions;

/** Makes the bundles, which start in a quarter of the time that some hundred source files and packages take. */
export async function buildBundles(): Promise<void> {
  const builtMs = await changedMs(MAIN_BUNDLE);
  const contents = await bundle();
  await mkdir(DIST, { recursive: true });
  // The service's own file last: what it loads is there by then.
  const paths = [...contents.keys()].sort((a, b) => Number(isMain(a)) - Number(isMain(b)));
  for (const path of paths) await replaceFile(path, contents.get(path) ?? new Uint8Array());
  await removeOldParts(contents, builtMs - BUILD_MS);
}

/** The contents of all files, by their paths. */
export async function bundle(): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import('esbuild');
  const built = await Promise.all([
    build(SERVICE_BUILD),
    build({ ...NODE, entryPoints: entryPoints(HELPERS) }),
    build({ ...COMMON, entryPoints: entryPoints(FUNCTION_ENTRIES), target: 'esnext', external: ['node:*'] }),
  ]);
  return new Map(built.flatMap(({ outputFiles }) => outputFiles.map(({ path, contents }) => [path, contents])));
}

function entryPoints(entries: Readonly<Record<string, URL>>): { out: string; in: string }[] {
  return Object.entries(entries).map(([out, file]) => ({ out, in: fileURLToPath(file) }));
}

function isMain(path: string): boolean {
  return path === fileURLToPath(MAIN_BUNDLE);
}

/** Those of the build before stay: a service that still runs may load them yet. */
async function removeOldParts(written: ReadonlyMap<string, unknown>, beforeMs: number): Promise<void> {
  const parts = (await readdir(DIST)).filter((name) => PART.test(name)).map((name) => new URL(name, DIST));
  for (const part of parts) {
    if (!written.has(fileURLToPath(part)) && (await changedMs(part)) < beforeMs) await rm(part, { force: true });
  }
  await rm(COMPILED, { recursive: true, force: true });
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

/** When a file was last written; 0 when it is not there. */
async function changedMs(file: URL): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
