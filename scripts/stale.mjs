// @ts-check
import { readdirSync, statSync } from 'node:fs';

const ROOT = new URL('../', import.meta.url);
const TEST = /\.test\.tsx?$/;
/** npm writes this list whenever it installs something, so a build with earlier packages is older. */
const INSTALLED = 'node_modules/.package-lock.json';

export function isServiceStale() {
  return isStale('dist/main.mjs', ['server/src/'], [INSTALLED, 'scripts/bundle.ts']);
}

export function isConsoleStale() {
  const inputs = [
    INSTALLED,
    'scripts/console.ts',
    'console/index.html',
    'console/vite.config.ts',
    'console/function-declarations.ts',
    'console/icons.ts',
    'packages/functions/server.d.ts',
    'packages/client/src/register.ts',
    'packages/client/src/core/wire.ts',
  ];
  return isStale('console/dist/index.html', ['console/src/'], inputs);
}

/**
 * @param {string} built the file that a build writes last
 * @param {readonly string[]} folders
 * @param {readonly string[]} files other files that affect the build
 */
function isStale(built, folders, files) {
  const ms = changedMs(new URL(built, ROOT).pathname);
  const isNewer = (/** @type {string} */ path) => changedMs(path) >= ms;
  return (
    files.some((file) => isNewer(new URL(file, ROOT).pathname)) ||
    folders.some((folder) => sourcesIn(folder).some(isNewer))
  );
}

/** @param {string} folder */
function sourcesIn(folder) {
  const entries = readdirSync(new URL(folder, ROOT), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !TEST.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

/**
 * When a file was last written; 0 when it does not exist.
 * @param {string} path
 */
function changedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
