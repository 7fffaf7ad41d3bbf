import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript, because it runs before any build, on the machine's own Node.

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const DIST = join(ROOT, 'dist');
const ENTRY = join(DIST, 'servicectl.mjs');
/**
 * In addition to the command's own sources: the tools and the archive format that it shares with the server, and the
 * files that affect the bundle.
 */
const SOURCES = ['src', '../server/src/modules/mcp', '../server/src/database/filter', '../server/src/archive/format'];
const INPUTS = ['build.mjs', 'package.json', '../package-lock.json'];

/** Builds when a source is newer than the build. */
export async function buildWhenStale() {
  const builtMs = await changedMs(ENTRY);
  const changes = await Promise.all([
    ...INPUTS.map((file) => changedMs(join(ROOT, file))),
    ...SOURCES.map((folder) => newestMs(join(ROOT, folder))),
  ]);
  if (changes.some((ms) => ms >= builtMs)) await buildCommand();
}

/** The command, and separate parts that only a few commands load. */
export async function buildCommand() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: { servicectl: join(ROOT, 'src/main.ts') },
    outdir: DIST,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'part-[hash]',
    bundle: true,
    splitting: true,
    minify: true,
    keepNames: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Native packages: loaded from the app's own packages when a function needs them.
    external: ['esbuild'],
    banner: {
      js: "import { createRequire as requireOf } from 'node:module';\nconst require = requireOf(import.meta.url);",
    },
    logLevel: 'warning',
  });
  await mkdir(DIST, { recursive: true });
  // The entry is written last, when everything it loads exists.
  const entryLast = outputFiles.toSorted((a, b) => Number(a.path === ENTRY) - Number(b.path === ENTRY));
  for (const { path, contents } of entryLast) await replaceFile(path, contents);
  const kept = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of await readdir(DIST)) if (!kept.has(name)) await rm(join(DIST, name), { force: true });
}

/** Replaces the file atomically, so that a command starting meanwhile never reads half a file. */
async function replaceFile(path, contents) {
  const temporary = `${path}.${process.pid}`;
  await writeFile(temporary, contents);
  await rename(temporary, path);
}

/** 0 when it does not exist. */
async function changedMs(file) {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}

async function newestMs(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile() && /(?<!\.test)\.ts$/.test(entry.name));
  const times = await Promise.all(files.map((file) => changedMs(join(file.parentPath ?? file.path, file.name))));
  return Math.max(0, ...times);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCommand();
