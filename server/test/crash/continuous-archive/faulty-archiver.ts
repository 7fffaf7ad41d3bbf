import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';
import timers from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import { FAULTS_VARIABLE, type ProcessFaults } from './writer-order.ts';

/**
 * Loaded into a process and its threads before our code. Changes only what the operating system and the place do: the clock, the timers,
 * and in the archiver's thread the calls of the file system.
 */
type Callable = (...args: unknown[]) => unknown;

const { killAt, aheadMs, isHurried, place } = JSON.parse(process.env[FAULTS_VARIABLE] ?? '{}') as ProcessFaults;
const HOURLY_MS = 60_000;
const HURRIED_MS = 150;
const FAILING_SHARE = 0.4;
const SLOW_MS = 200;
const FORGOTTEN_SHARE = 0.3;
const LIED_SHARE = 0.15;
const CHANGES = ['writeFileSync', 'renameSync', 'rmSync', 'ftruncateSync', 'mkdirSync'] as const;
const PROMISED = ['open', 'rename', 'rm', 'link', 'mkdir', 'copyFile'] as const;

const isArchiver = typeof Object(Object(workerData).data).place === 'object';
const now = Date.now;
Date.now = () => now() + aheadMs;
let changes = 0;

if (isHurried) {
  const wait = timers.setTimeout;
  timers.setTimeout = ((ms: number, ...rest: []) => wait(ms >= HOURLY_MS ? HURRIED_MS : ms, ...rest)) as typeof wait;
}
if (isArchiver) {
  if (killAt !== null) countChanges(killAt);
  if (place !== 'sound') await disturbPlace();
}
syncBuiltinESMExports();

/** Kills the process before a change, as `kill -9` would at this moment. */
function countChanges(last: number): void {
  const count = (): void => {
    changes += 1;
    if (changes === last) process.kill(process.pid, 'SIGKILL');
  };
  for (const name of CHANGES) before(fs, name, count);
  for (const name of PROMISED) before(fs.promises, name, count);
  before(DatabaseSync.prototype, 'exec', count);
}

/** The place's folder is the only one into which the archiver's thread renames files by promise. */
async function disturbPlace(): Promise<void> {
  const rename = fs.promises.rename;
  fs.promises.rename = async (from, to) => {
    if (place === 'slow') await timers.setTimeout(SLOW_MS);
    if (place === 'failing' && Math.random() < FAILING_SHARE) {
      throw Object.assign(new Error('EIO: the place fails'), { code: 'EIO' });
    }
    if (Math.random() < forgottenShare(String(to))) return await fs.promises.rm(from);
    await rename(from, to);
    // The answer is lost, so the object is sent again.
    if (place === 'failing' && Math.random() < FAILING_SHARE / 2) {
      throw Object.assign(new Error('EIO: the answer of the place is lost'), { code: 'EIO' });
    }
  };
}

function forgottenShare(object: string): number {
  if (place === 'forgetful') return object.includes('/packs/') ? FORGOTTEN_SHARE : 0;
  return place === 'lying' ? LIED_SHARE : 0;
}

function before(owner: object, name: string, act: () => void): void {
  const original = Reflect.get(owner, name) as Callable;
  Reflect.set(owner, name, function counted(this: unknown, ...args: unknown[]) {
    act();
    return original.apply(this, args);
  });
}
