import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { BuildOptions, OutputFile, Plugin } from 'esbuild';

const ROOT = new URL('../', import.meta.url);
const DIST = new URL('dist/', ROOT);
/** The service. Modules that it loads with `import()` get their own files, which are not read at start. */
const SERVICE = { main: new URL('server/src/start-main.ts', ROOT) };

/** One file for each kind of worker thread or process. */
const HELPERS = {
  worker: new URL('server/src/database/sqlite/worker.ts', ROOT),
  'password-worker': new URL('server/src/platform/passwords/worker.ts', ROOT),
  'stream-hash-worker': new URL('server/src/platform/stream-hash/worker.ts', ROOT),
  'archiver-worker': new URL('server/src/continuous-archive/thread/worker.ts', ROOT),
  'opener-worker': new URL('server/src/continuous-archive/recover/opener-worker.ts', ROOT),
  'recover-worker': new URL('server/src/continuous-archive/recover/worker.ts', ROOT),
  'function-bundler': new URL('server/src/modules/functions/deployment/build/bundler-process.ts', ROOT),
  'image-renderer': new URL('server/src/modules/storage/images/renderer-process.ts', ROOT),
};

/** Runs beside projects' functions, in the functions' runtime instead of Node. */
const FUNCTION_ENTRIES = {
  'function-shim': new URL('server/src/modules/functions/runtime/shim/main.ts', ROOT),
};

const MAIN_BUNDLE = new URL('main.mjs', DIST);
const COMPILED = new URL('compiled/', DIST);
const PART = /^part-.*\.mjs$/;
/** Maximum time within which all files of a build are written. */
const BUILD_MS = 60_000;

const COMMON = {
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
  // Native packages, or ones needed only with external storage: loaded from `node_modules` when needed.
  external: ['pg-native', 'sharp', '@node-rs/argon2', '@aws-sdk/*', 'esbuild', 'workerd'],
  // CommonJS packages need `require`, which ES modules lack.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
  },
} satisfies BuildOptions;

export const SERVICE_BUILD = {
  ...NODE,
  outdir: fileURLToPath(DIST),
  entryPoints: entryPoints(SERVICE),
  splitting: true,
  chunkNames: 'part-[hash]',
} satisfies BuildOptions;

export interface BundleOptions {
  readonly folder?: string;
  readonly external?: readonly string[];
  readonly programs?: Readonly<Record<string, URL>>;
  readonly plugins?: Plugin[];
}

/** Builds the bundles, which start in a quarter of the time that hundreds of source files and packages take. */
export async function buildBundles(): Promise<void> {
  const builtMs = await changedMs(MAIN_BUNDLE);
  const contents = await bundle();
  await mkdir(DIST, { recursive: true });
  // Writes the service's main file last, when everything it loads exists.
  const paths = [...contents.keys()].sort((a, b) => Number(isMain(a)) - Number(isMain(b)));
  for (const path of paths) await replaceFile(path, contents.get(path) ?? new Uint8Array());
  await removeOldParts(contents, builtMs - BUILD_MS);
}

export async function bundle(options: BundleOptions = {}): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import('esbuild');
  const { outdir, external } = placesOf(options);
  const [service, helpers] = await Promise.all([
    build({ ...SERVICE_BUILD, outdir, external, entryPoints: entryPoints({ ...SERVICE, ...options.programs }) }),
    bundleHelpers(options),
  ]);
  return new Map([...contentsOf(service), ...helpers]);
}

export async function bundleHelpers(options: BundleOptions = {}): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import('esbuild');
  const { outdir, external } = placesOf(options);
  const built = await Promise.all([
    build({ ...NODE, outdir, external, entryPoints: entryPoints(HELPERS) }),
    build({ ...COMMON, outdir, entryPoints: entryPoints(FUNCTION_ENTRIES), target: 'esnext', external: ['node:*'] }),
  ]);
  return new Map(built.flatMap(contentsOf));
}

/** One file with all `modules` (paths or packages), each of which is evaluated when it is first loaded. */
export async function bundleModules(
  modules: readonly string[],
  options: BundleOptions,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const { build } = await import('esbuild');
  const { outdir, external } = placesOf(options);
  const loaders = modules.map((id) => `${JSON.stringify(id)}: () => import(${JSON.stringify(id)}),`);
  const stdin = {
    contents: `export const modules = {\n${loaders.join('\n')}\n};`,
    resolveDir: fileURLToPath(new URL('server/', ROOT)),
    sourcefile: 'modules',
  };
  return new Map(
    contentsOf(
      await build({ ...NODE, outdir, external, stdin, entryNames: 'modules', plugins: options.plugins ?? [] }),
    ),
  );
}

function placesOf({ folder, external = [] }: BundleOptions): { outdir: string; external: string[] } {
  return { outdir: folder ?? SERVICE_BUILD.outdir, external: [...NODE.external, ...external] };
}

function contentsOf({ outputFiles }: { readonly outputFiles: readonly OutputFile[] }): [string, Uint8Array][] {
  return outputFiles.map(({ path, text }) => [path, toAscii(text)]);
}

/** V8 stores a source with any character outside Latin-1 at two bytes each: 3–4 MB of an idle service. */
function toAscii(source: string): Uint8Array {
  const ascii = source.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return Buffer.from(ascii, 'latin1');
}

function entryPoints(entries: Readonly<Record<string, URL>>): { out: string; in: string }[] {
  return Object.entries(entries).map(([out, file]) => ({ out, in: fileURLToPath(file) }));
}

function isMain(path: string): boolean {
  return path === fileURLToPath(MAIN_BUNDLE);
}

/** Keeps the parts of the previous build, because a running service may still load them. */
async function removeOldParts(written: ReadonlyMap<string, unknown>, beforeMs: number): Promise<void> {
  const parts = (await readdir(DIST)).filter((name) => PART.test(name)).map((name) => new URL(name, DIST));
  for (const part of parts) {
    if (!written.has(fileURLToPath(part)) && (await changedMs(part)) < beforeMs) await rm(part, { force: true });
  }
  await rm(COMPILED, { recursive: true, force: true });
}

/** Replaces the file atomically, so that a service starting meanwhile never reads half a file. */
async function replaceFile(path: string, contents: Uint8Array): Promise<void> {
  const temporary = `${path}.${process.pid}`;
  try {
    await writeFile(temporary, contents);
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function changedMs(file: URL): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
