// @ts-check
// Plain JavaScript, because npm runs it on the machine's own Node.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { stripSymbols } from './strip-symbols.mjs';

const ROOT = new URL('../', import.meta.url);
const PACKAGES = new URL('node_modules/', ROOT);
/** The packages that lack files which only development needs. `development.mjs` installs these again. */
const TRIMMED = new URL('.trimmed', PACKAGES);

/** Folders that nothing here reads: second builds of packages, and parts for other runtimes. */
const UNREAD_FOLDERS = [
  /\/@mantine\/(?:core|hooks)\/cjs$/,
  /\/stripe\/cjs$/,
  /\/zod\/src$/,
  // C++ headers for native add-ons. Nothing here compiles any.
  /\/node\/node_modules\/node-[^/]+\/include$/,
  // Builds for newer JavaScript, which bundlers take only when they are told to.
  /\/@opentelemetry\/[^/]+\/build\/esnext$/,
  // The bundles leave these packages out, and Node loads their other build.
  /\/@(?:aws-sdk|smithy)\/[^/]+\/dist-es$/,
  /\/bare-[^/]+\/prebuilds$/,
  /^console\/node_modules\/typescript\/lib\/[a-z-]+$/,
];
/** Source maps are for debuggers. The console needs TypeScript only as a library: one file and its declarations. */
const UNREAD_FILES = [
  /\.map$/,
  /\/workerd\/worker\.mjs$/,
  /^console\/node_modules\/typescript\/lib\/(?!typescript\.js$|.*\.d\.ts$)/,
];

/** Files that only type checks, tests, readers and other builds need. */
const FOR_DEVELOPMENT = [
  // Functions are checked against the declarations of the language and of workers.
  /^(?!console\/node_modules\/typescript\/lib\/lib\.(?!dom)).*\.d\.[cm]?ts$/,
  /\/(?!licen[cs]e|notice)[^/]*\.md$/i,
  // The console contains React's production build.
  /\/react-dom\/cjs\/(?!react-dom(?:-client)?\.production\.js$)/,
  /\/(?:@codemirror|@lezer|@tanstack|@modelcontextprotocol|@zxcvbn-ts|seroval|zod)\/.*\.cjs$/,
  /node_modules\/(?:@[^/]+\/)?[^/]+\/(?:tests?|benchmarks?|\.github)\//,
  /\/(?:@noble|@tanstack|@zxcvbn-ts)\/[^/]+\/src\//,
  /\/minisearch\/(?:src|dist\/umd)\//,
  // npm installs these for parts of Vite that nothing here asks for.
  /node_modules\/(?:acorn|csstype|jiti|source-map|source-map-support|terser|yaml)\/(?!package\.json$|licen[cs]e)/i,
  /\/kysely\/dist\/cjs\//,
  /\/nodemailer\/dist\/cjs\//,
  /\/csv-parse\/dist\//,
  // Vite loads it only when it is told to (`console/vite.config.ts`).
  /\/lightningcss-[^/]+\/.*\.node$/,
];
/** Large programs, which `development.mjs` would have to install again as a whole. */
const WHOLE = /node_modules\/(?:node|workerd|@cloudflare\/workerd-[^/]+|esbuild|@esbuild\/[^/]+)\//;
const PACKAGE = /^.*\/?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

const isForRunning = !existsSync(new URL('vitest/', PACKAGES));
const trimmed = new Set(readTrimmed());
for (const folder of ['', 'server/', 'console/', 'cli/']) clean(`${folder}node_modules`);
if (isForRunning) writeFileSync(TRIMMED, JSON.stringify([...trimmed]));
for (const names of programs()) stripSymbols(names);

/** @returns {readonly string[]} */
function readTrimmed() {
  return existsSync(TRIMMED) ? JSON.parse(readFileSync(TRIMMED, 'utf8')) : [];
}

/** @param {string} folder A path from the root, as all paths here. */
function clean(folder) {
  for (const entry of entriesOf(urlOf(folder))) {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) cleanFile(path);
    else if (isAmong(UNREAD_FOLDERS, path)) rmSync(urlOf(path), { recursive: true, force: true });
    else {
      clean(path);
      // An empty folder takes as much room as a small file.
      if (entriesOf(urlOf(path)).length === 0) rmSync(urlOf(path), { recursive: true });
    }
  }
}

/** @param {string} path */
function cleanFile(path) {
  const isTrimmed = isForRunning && isAmong(FOR_DEVELOPMENT, path) && !WHOLE.test(path);
  if (isTrimmed) trimmed.add(PACKAGE.exec(path)?.[0] ?? path);
  if (isTrimmed || isAmong(UNREAD_FILES, path)) rmSync(urlOf(path), { force: true });
}

/** The programs with symbols, which are 76 MB; each with all of its names. */
function programs() {
  const nodes = entriesOf(new URL('node/node_modules/', PACKAGES)).map(
    ({ name }) => `node/node_modules/${name}/bin/node`,
  );
  const workerds = entriesOf(new URL('@cloudflare/', PACKAGES)).map(({ name }) => `@cloudflare/${name}/bin/workerd`);
  return [
    ['node/bin/node', ...nodes],
    ['workerd/bin/workerd', ...workerds],
  ].map((names) => names.map((name) => fileURLToPath(new URL(name, PACKAGES))).filter((path) => existsSync(path)));
}

/**
 * @param {readonly RegExp[]} patterns
 * @param {string} path
 */
function isAmong(patterns, path) {
  return patterns.some((pattern) => pattern.test(path));
}

/** @param {string} path */
function urlOf(path) {
  return new URL(path.split('/').map(encodeURIComponent).join('/'), ROOT);
}

/** @param {URL} folder */
function entriesOf(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // Another Node may be linked here, or a workspace has no packages of its own.
    return [];
  }
}
