// @ts-check
// Plain JavaScript without packages, because it runs before they are installed, on the machine's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
/** One file for each process that wants to install: its id, and its turn once it has one. */
const QUEUE = new URL('.tmp/development/', ROOT);
/** Written by `after-install.mjs`: packages that lack declarations and other files for development. */
const TRIMMED = new URL('node_modules/.trimmed', ROOT);
/** Packages of before, until an install has succeeded. On the same file system as `node_modules`. */
const ASIDE = new URL('.tmp/before-install/', ROOT);
const WAIT_MS = 500;

if (missingPackages(trimmedPackages()).length > 0) await installOnce();

/**
 * npm writes its own list last, after every install script, but also when it changes only the lock file.
 * @param {ReadonlySet<string>} incomplete
 */
function missingPackages(incomplete) {
  const locked = packagesOf('package-lock.json') ?? {};
  const installed = packagesOf('node_modules/.package-lock.json') ?? {};
  // Workspaces have no version of their own to compare.
  return Object.entries(locked)
    .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
    .filter(([path, entry]) => incomplete.has(path) || (isForThisMachine(entry) && !isWhole(path, entry)))
    .map(([path]) => path);

  /**
   * @param {string} path
   * @param {LockedPackage} entry
   */
  function isWhole(path, { version }) {
    return installed[path]?.version === version && existsSync(new URL(`${path}/package.json`, ROOT));
  }
}

/** @returns {ReadonlySet<string>} */
function trimmedPackages() {
  return new Set(existsSync(TRIMMED) ? JSON.parse(readFileSync(TRIMMED, 'utf8')) : []);
}

/**
 * Optional packages are parts for one platform. Those that name none belong to such a part, and are there with it.
 * @param {LockedPackage} entry
 */
function isForThisMachine({ optional, os, cpu, libc }) {
  if (!optional) return true;
  if (os === undefined && cpu === undefined) return false;
  return (
    isAmong(os, process.platform) && isAmong(cpu, process.arch) && (libc === undefined || isAmong(libc, ownLibc()))
  );
}

/**
 * @param {readonly string[] | undefined} names
 * @param {string} name
 */
function isAmong(names, name) {
  return names === undefined || names.includes(name);
}

function ownLibc() {
  const { header } = /** @type {{ header: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
  return header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
}

/**
 * @typedef {{ version?: string, optional?: boolean, link?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installOnce() {
  const leave = await waitForTurn();
  try {
    const missing = missingPackages(trimmedPackages());
    if (missing.length > 0) install(missing);
  } finally {
    leave();
  }
}

/** @param {readonly string[]} missing */
function install(missing) {
  const moved = missing.flatMap(moveAside);
  console.error(
    `Installing the ${missing.length} packages that tests and checks need (a browser, PostgreSQL, tools). This happens once: later commands find them.`,
  );
  const { status } = spawnSync('npm', ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(ROOT),
    // The command's own output, which may be JSON, stays alone on stdout.
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0 && missingPackages(new Set()).length === 0) {
    rmSync(TRIMMED, { force: true });
    rmSync(ASIDE, { recursive: true, force: true });
    return;
  }
  for (const path of moved) putBack(path);
  console.error(
    'The packages for tests and checks could not be installed; npm says why above. npm start works without them. To try again, repeat the command; if that does not help, run npm ci --include=dev.',
  );
  process.exitCode = 1;
}

/**
 * npm does not install a package again whose folder exists, even if a killed install left only a part of it or it is
 * trimmed. So this moves the folder aside, but never the Node that runs this script.
 * @param {string} path
 * @returns {readonly string[]} the path, if a package was there
 */
function moveAside(path) {
  const folder = fileURLToPath(new URL(path, ROOT));
  if (!existsSync(folder) || process.execPath.startsWith(folder + sep)) return [];
  const aside = new URL(path, ASIDE);
  rmSync(aside, { recursive: true, force: true });
  mkdirSync(new URL('.', aside), { recursive: true });
  renameSync(folder, aside);
  return [path];
}

/**
 * The service ran with this package before the failed install, and does so after it.
 * @param {string} path
 */
function putBack(path) {
  const folder = new URL(path, ROOT);
  if (existsSync(folder)) return;
  mkdirSync(new URL('.', folder), { recursive: true });
  renameSync(new URL(path, ASIDE), folder);
}

/**
 * Lamport's bakery: processes take numbered turns, and nobody has to take a lock away from a process that was killed, which
 * two could do at once.
 */
async function waitForTurn() {
  mkdirSync(QUEUE, { recursive: true });
  // A new container may have reused the number of this process.
  leaveQueue();
  const arriving = new URL(`${process.pid}`, QUEUE);
  writeFileSync(arriving, '');
  const turn = 1 + Math.max(0, ...others().map((other) => other.turn ?? 0));
  writeFileSync(new URL(`${process.pid}.${turn}`, QUEUE), '');
  rmSync(arriving);
  let isWaiting = false;
  for (;;) {
    const first = others().find(
      (other) => other.turn === undefined || other.turn < turn || (other.turn === turn && other.pid < process.pid),
    );
    if (first === undefined) return leaveQueue;
    if (!isWaiting)
      console.error(
        `Process ${first.pid} is installing the packages for tests and checks; waiting for it. If it is another process, delete ${fileURLToPath(new URL(`${first.pid}.*`, QUEUE))}.`,
      );
    isWaiting = true;
    await sleep(WAIT_MS);
  }
}

/** Files of processes that have ended are ignored. */
function others() {
  return readdirSync(QUEUE)
    .map((name) => name.split('.').map(Number))
    .map(([pid = 0, turn]) => ({ pid, turn }))
    .filter(({ pid }) => pid !== process.pid && isRunning(pid));
}

function leaveQueue() {
  for (const name of readdirSync(QUEUE)) {
    const pid = Number(name.split('.')[0]);
    if (pid === process.pid || !isRunning(pid)) rmSync(new URL(name, QUEUE), { force: true });
  }
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
