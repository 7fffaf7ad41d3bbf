import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';
import { bundle, bundleHelpers, bundleModules } from '../../../scripts/bundle.ts';

/** Environment variable with the folder of `buildHelpers`, which services inside of tests read. */
export const HELPERS_VARIABLE = 'TEST_SERVICE_HELPERS';
/** Environment variable with the file of `buildModules`, from which `vitest.config.ts` takes the modules of the service. */
export const MODULES_VARIABLE = 'TEST_SERVICE_MODULES';

/** Libraries of many small files that tests use too; they share the service's. */
export const SHARED_PACKAGES = [
  'kysely',
  'typebox',
  'typebox/compile',
  'typebox/error',
  'typebox/schema',
  'typebox/system',
  'typebox/value',
] as const;

/** The program of `killable-server.ts`, next to that of the service. */
export const KILLABLE = 'killable-process';
/** The programs of the archive's crash suite, and what is loaded into them first. */
export const ARCHIVE_WRITER = 'archive-writer';
export const ARCHIVE_RECOVERY = 'archive-recovery';
export const ARCHIVE_FAULTS = 'archive-faults';
const PROGRAMS = {
  [KILLABLE]: new URL('../killable-process.ts', import.meta.url),
  [ARCHIVE_WRITER]: new URL('../crash/continuous-archive/writer-process.ts', import.meta.url),
  [ARCHIVE_RECOVERY]: new URL('../crash/continuous-archive/recover-process.ts', import.meta.url),
  [ARCHIVE_FAULTS]: new URL('../crash/continuous-archive/faulty-archiver.ts', import.meta.url),
};
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const BUILDS = join(ROOT, '.tmp/tests/');
const KEPT_MS = 24 * 60 * 60 * 1000;
const SOURCE_FOLDER = join(ROOT, 'server/src');
const TEST = /\.(test|s3|crash)\.ts$/;

/**
 * Bundles the service for the processes of tests, which start in two fifths of the processor time that the sources take. Resolves
 * with the file that Node starts. `pg` stays outside of the bundle, so that `statement-record.ts` finds the client that the service
 * uses. Documentation and console are found from this depth as from a source file.
 */
export async function buildService(): Promise<string> {
  const folder = await buildOnce('service', (dist) => bundle({ folder: dist, external: ['pg'], programs: PROGRAMS }));
  return join(folder, 'main.mjs');
}

/** Bundles the threads of services that run inside of tests; three start in the time of two from sources. Resolves with the folder. */
export async function buildHelpers(): Promise<string> {
  return await buildOnce('helpers', (dist) => bundleHelpers({ folder: dist }));
}

/**
 * Bundles every module of the service, so that a test file loads those that it uses in a fifth of the processor time that 1,500 files
 * take. Each is evaluated when it is first imported. Resolves with the bundle, which exports a function for each file and package.
 */
export async function buildModules(): Promise<string> {
  const folder = await buildOnce('modules', async (dist) => {
    const entries = await readdir(SOURCE_FOLDER, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !TEST.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name));
    return await bundleModules([...files, ...SHARED_PACKAGES], {
      folder: dist,
      external: ['pg'],
      plugins: [urlsOfSources],
    });
  });
  return join(folder, 'modules.mjs');
}

/** Files find their neighbours as from the source, but threads are started from their bundles. */
const urlsOfSources: Plugin = {
  name: 'urls-of-sources',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/server\/src\/.*\.ts$/ }, async ({ path }) => {
      const url = path.endsWith('/platform/built-file.ts')
        ? `\`file://\${process.env.${HELPERS_VARIABLE}}/\``
        : JSON.stringify(pathToFileURL(path).href);
      return { loader: 'ts', contents: (await readFile(path, 'utf8')).replaceAll('import.meta.url', url) };
    });
  },
};

/** Runs on the same sources share a build. */
async function buildOnce(
  name: string,
  build: (folder: string) => Promise<ReadonlyMap<string, Uint8Array>>,
): Promise<string> {
  await mkdir(BUILDS, { recursive: true });
  const folder = join(BUILDS, `${name}-${await stateOfSources()}`);
  const dist = join(folder, 'dist');
  if (existsSync(dist)) {
    // Another run must not remove it as unused.
    await utimes(folder, new Date(), new Date());
    return dist;
  }
  await removeOldBuilds();
  const fresh = await mkdtemp(BUILDS);
  // Bundlers and renderers run as users of their own, which read their programs there.
  await chmod(fresh, 0o755);
  const freshDist = join(fresh, 'dist');
  await mkdir(freshDist);
  for (const [path, bytes] of await build(freshDist)) await writeFile(path, bytes);
  try {
    await rename(fresh, folder);
  } catch (error) {
    // Another run may have built the same.
    if (!existsSync(dist)) throw error;
    await rm(fresh, { recursive: true });
  }
  return dist;
}

/** Changes with every file that the bundle is made of. */
async function stateOfSources(): Promise<string> {
  const folders = ['server/src', 'server/test'].map((folder) =>
    readdir(join(ROOT, folder), { recursive: true, withFileTypes: true }),
  );
  const sources = (await Promise.all(folders))
    .flat()
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  // npm's list of what is installed changes with every package.
  const others = ['server/package.json', 'scripts/bundle.ts', 'node_modules/.package-lock.json'];
  const files = [...sources, ...others.map((file) => join(ROOT, file))].sort();
  const states = await Promise.all(files.map(async (file) => [file, (await stat(file)).mtimeMs]));
  return createHash('sha256').update(JSON.stringify(states)).digest('hex').slice(0, 16);
}

async function removeOldBuilds(): Promise<void> {
  for (const name of await readdir(BUILDS)) {
    const folder = join(BUILDS, name);
    // Another run may have just renamed it.
    const usedMs = await stat(folder).then(
      ({ mtimeMs }) => mtimeMs,
      () => Number.POSITIVE_INFINITY,
    );
    if (Date.now() - usedMs > KEPT_MS) await rm(folder, { recursive: true, force: true });
  }
}
