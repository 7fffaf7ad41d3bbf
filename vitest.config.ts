import { globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { defaultServerConditions, type Plugin } from 'vite';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { icons } from './console/icons.ts';
import { CLUSTER_VARIABLE } from './server/test/engines/cluster-variable.ts';
import { HELPERS_VARIABLE, MODULES_VARIABLE, SHARED_PACKAGES } from './server/test/engines/service-bundle.ts';

/**
 * Client packages are tested from their sources, and their builds from tarballs. `module` would choose files that are
 * meant for bundlers and that Node cannot import.
 */
const conditions = ['service-source', ...defaultServerConditions.filter((name) => name !== 'module')];

/**
 * Threads and processes of the service load the sources as Node does, not as Vitest does. They are compiled once for
 * all, so that each starts in a third of the time.
 */
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'service-compile-cache');

const PACKAGES = new Set<string>(SHARED_PACKAGES);
const SOURCE = /\/server\/src\/(?!.*\.(test|s3|crash)\.ts$).*\.ts$/;

/** npm sets `production` where packages for development are omitted (`.npmrc`), and React's production build has no `act`. */
process.env['NODE_ENV'] = 'test';

/**
 * The service is loaded from a bundle that the setup of the run makes (0074): with Vitest, its 1,500 files take most of the time
 * of a short test file. Vite's own name for what `export *` compiles to keeps the exports live.
 */
const serviceFromBundle: Plugin = {
  name: 'service-from-bundle',
  enforce: 'pre',
  resolveId: (id) => (process.env[MODULES_VARIABLE] !== undefined && PACKAGES.has(id) ? `\0${id}` : undefined),
  load: (id) => {
    const bundle = process.env[MODULES_VARIABLE];
    const name = id.startsWith('\0') ? id.slice(1) : id;
    if (bundle === undefined || !(PACKAGES.has(name) || SOURCE.test(name))) return undefined;
    return `import { modules } from ${JSON.stringify(bundle)};
      __vite_ssr_exportAll__(await modules[${JSON.stringify(name)}]());`;
  },
  transform: (code, id) =>
    id.endsWith('/server/src/platform/built-file.ts')
      ? code.replace('import.meta.url', JSON.stringify(pathToFileURL(`${process.env[HELPERS_VARIABLE]}/`)))
      : undefined,
};

/** Files that take 20 s or more, which begin first so that no worker is left with one at the end of a run. */
const LONGEST = [
  'e2e/many-projects.test.ts',
  'e2e/archive.test.ts',
  'scripts/release/upgrade.test.ts',
  'server/src/modules/tables/changes/build-aside.test.ts',
  'e2e/shutdown.test.ts',
  'server/src/blobs/s3/faults.test.ts',
  'e2e/console/pages.test.ts',
  'server/src/modules/backup/restore/restore.test.ts',
  'server/src/modules/auth/passkeys/refusals.test.ts',
  'server/src/database/sqlite/engine.test.ts',
  'server/src/modules/rows/rules-matrix.test.ts',
  'e2e/attacks/containers.test.ts',
  'server/src/http/requests/raw-requests.test.ts',
  'server/src/mail/mail.test.ts',
  'server/test/crash/payments/kill.test.ts',
  'server/test/crash/later/kill.test.ts',
  'e2e/tutorial/tutorial.test.ts',
];

type Files = Parameters<BaseSequencer['sort']>[0];

/** Tests wait for processes and disks: two left a third of two cores idle. */
const WORKERS = 3;
/** Files that a shared process runs before another takes its place. It keeps their modules in memory, with all that those keep. */
const FILES_OF_A_PROCESS = 12;

/** The longest files begin first. */
class InRounds extends BaseSequencer {
  override async sort(files: Files): ReturnType<BaseSequencer['sort']> {
    const rank = ({ moduleId }: Files[number]): number => {
      const index = LONGEST.findIndex((file) => moduleId.endsWith(file));
      return index === -1 ? LONGEST.length : index;
    };
    return inRounds((await super.sort(files)).sort((a, b) => rank(a) - rank(b)));
  }
}

/** Vitest ends a shared process when the next file needs its own, so each round has files of both kinds. */
function inRounds(files: Files): Files {
  const shared = files.filter(({ project }) => project.name === SHARED_NAME);
  const own = files.filter(({ project }) => project.name !== SHARED_NAME);
  const rounds = Math.max(1, Math.ceil(shared.length / (WORKERS * FILES_OF_A_PROCESS)));
  const partOf = (all: Files, round: number): Files =>
    all.slice(Math.floor((all.length * round) / rounds), Math.floor((all.length * (round + 1)) / rounds));
  return Array.from({ length: rounds }, (_, round) => [...partOf(own, round), ...partOf(shared, round)]).flat();
}

const ROOT = fileURLToPath(new URL('./', import.meta.url));
/** A test file with one of these measures or changes its whole process. */
const PROCESS_WIDE =
  /\b(?:cpuMsOf|cpuUsage|memoryUsage|keptBytes|openFiles|monitorEventLoopDelay|setPriority|process\.(?:env|on|chdir)|vi\.(?:stub|mock|spyOn))|\/proc\//;
const SHARED_NAME = 'shared';
/** Most tests of the server run one after the other in a few processes, since starting one and loading the server costs 0.6 s (0074). */
const SHARED = globSync(['server/src/**/*.test.ts', 'server/test/engines/*.test.ts'], { cwd: ROOT }).filter(
  (file) => !LONGEST.includes(file) && !PROCESS_WIDE.test(readFileSync(join(ROOT, file), 'utf8')),
);

const common = {
  plugins: [serviceFromBundle, icons()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
};
const test = {
  // The files' own texts are its keys, so that it would keep names of earlier bundles.
  fsModuleCache: false,
  server: { deps: { external: [/\/modules\.mjs$/] } },
  // On a Citus of three nodes a statement takes several times as long.
  testTimeout: process.env[CLUSTER_VARIABLE] === undefined ? 30_000 : 120_000,
  // Allows for a busy machine.
  expect: { poll: { timeout: 20_000 } },
  hookTimeout: 60_000,
  // Loading a file fills a small young generation several times (0074).
  execArgv: ['--max-semi-space-size=64'],
};

export default defineConfig({
  test: {
    globalSetup: ['server/test/engines/global-setup.ts'],
    sequence: { sequencer: InRounds },
    maxWorkers: WORKERS,
    projects: [
      {
        ...common,
        test: {
          ...test,
          name: 'own',
          include: [
            'server/**/*.test.ts',
            'packages/**/*.test.{ts,tsx}',
            'cli/**/*.test.ts',
            'e2e/**/*.test.ts',
            'bench/**/*.test.ts',
            'scripts/**/*.test.ts',
            'console/src/**/*.test.{ts,tsx}',
          ],
          exclude: [...configDefaults.exclude, ...SHARED],
        },
      },
      {
        ...common,
        test: {
          ...test,
          name: SHARED_NAME,
          isolate: false,
          include: SHARED,
          setupFiles: ['server/test/engines/real-timers.ts'],
        },
      },
    ],
  },
});
