// @ts-check
// Plain JavaScript without packages, because it runs before they are installed, on the machine's own Node.
import { spawnSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../', import.meta.url);
/** Names the process that installs, so that two commands do not install at the same time. */
const LOCK = new URL('.tmp/development.lock', ROOT);
const WAIT_MS = 500;

if (missingPackages() > 0) await installOnce();

/** npm writes its own list last, after every install script, but also when it changes only the lock file. */
function missingPackages() {
  const locked = packagesOf('package-lock.json') ?? {};
  const installed = packagesOf('node_modules/.package-lock.json') ?? {};
  // Optional packages are for other platforms; workspaces have no version of their own to compare.
  return Object.entries(locked).filter(
    ([path, { version, optional, link }]) =>
      path.includes('node_modules/') &&
      !optional &&
      !link &&
      (installed[path]?.version !== version || !existsSync(new URL(`${path}/package.json`, ROOT))),
  ).length;
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, link?: boolean }> | undefined}
 */
function packagesOf(path) {
  try {
    return JSON.parse(readFileSync(new URL(path, ROOT), 'utf8')).packages;
  } catch {
    return undefined;
  }
}

async function installOnce() {
  await takeLock();
  try {
    const missing = missingPackages();
    if (missing > 0) install(missing);
  } finally {
    rmSync(LOCK, { force: true });
  }
}

/** @param {number} missing */
function install(missing) {
  console.error(
    `Installing the ${missing} packages that tests and checks need (a browser, PostgreSQL, tools). This happens once: later commands find them.`,
  );
  const { status } = spawnSync('npm', ['install', '--include=dev', '--no-save', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(ROOT),
    // The command's own output, which may be JSON, stays alone on stdout.
    stdio: ['inherit', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status === 0 && missingPackages() === 0) return;
  console.error(
    'The packages for tests and checks could not be installed; npm says why above. npm start works without them. To try again, repeat the command; if that does not help, run npm ci --include=dev.',
  );
  process.exitCode = 1;
}

async function takeLock() {
  mkdirSync(new URL('.tmp/', ROOT), { recursive: true });
  const own = new URL(`.tmp/development.${process.pid}`, ROOT);
  writeFileSync(own, `${process.pid}\n`);
  try {
    let isWaiting = false;
    while (!isTaken(own)) {
      const holder = lockHolder();
      if (holder === undefined) {
        rmSync(LOCK, { force: true });
        continue;
      }
      if (!isWaiting)
        console.error(
          `Process ${holder} is installing the packages for tests and checks; waiting for it. If there is no such process, delete ${fileURLToPath(LOCK)}.`,
        );
      isWaiting = true;
      await sleep(WAIT_MS);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/**
 * A link has its content from the start, and only one process can create it.
 * @param {URL} own
 */
function isTaken(own) {
  try {
    linkSync(own, LOCK);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that installs, unless it has ended without removing its lock. */
function lockHolder() {
  try {
    const pid = Number(readFileSync(LOCK, 'utf8'));
    // In a new container the same number may be this process.
    if (pid === process.pid) return undefined;
    process.kill(pid, 0);
    return pid;
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    return code === 'EPERM' ? 'of another user' : undefined;
  }
}
