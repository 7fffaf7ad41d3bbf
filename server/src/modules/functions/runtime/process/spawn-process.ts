import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ProcessEnd, Sandbox } from '../../../../platform/confinement/index.ts';
import type { TurnBudget } from '../turns/turn-budget.ts';
import { configText } from './config-text.ts';
import type { Host } from './host.ts';
import { keepTail, type OutputTail } from './output.ts';
import { loadShimText } from './shim-text.ts';

export interface SpawnedProcess {
  readonly child: ChildProcess;
  readonly output: Readable;
  readonly stderrTail: OutputTail;
  readonly budget: TurnBudget;
  readonly end: () => ProcessEnd | undefined;
  readonly ready: Promise<boolean>;
  readonly gone: Promise<void>;
}

/** How long to read the output of an ended process, because processes that it left behind may still write. */
const LAST_WORDS_MS = 1000;

export const IN_SOCKET = 'in';
export const OUT_SOCKET = 'out';

/** The process reads its configuration from standard input, because it may not be able to open its own folder. */
const INPUT_PATH = process.platform === 'linux' ? '/proc/self/fd/0' : '/dev/fd/0';

/** `--experimental` permits `moduleFallback` in the configuration; code in the process gains nothing by it. */
const ARGUMENTS = ['serve', '--experimental', '--control-fd=3', INPUT_PATH];

/** All paths are relative. The process runs no code of a project yet. */
export async function spawnProcess(host: Host, sandbox: Sandbox, budget: TurnBudget): Promise<SpawnedProcess> {
  const configPath = join(sandbox.folder, 'config.capnp');
  const shim = await loadShimText();
  await writeFile(configPath, configText({ shim, inPath: IN_SOCKET, outPath: OUT_SOCKET }), { mode: 0o600 });
  await sandbox.hand(configPath);
  const [command, ...args] = sandbox.command([host.program, ...ARGUMENTS]);
  const child = spawnWithInput(configPath, { command, args, cwd: sandbox.folder });
  // A process that the system refuses has no pipes, and its error without a listener would end the service.
  if (child.pid === undefined) throw (await once(child, 'error'))[0];
  const { stdout, stderr } = child;
  const control = child.stdio[3];
  if (stdout === null || stderr === null || control === null || control === undefined)
    throw new Error('The process has no output.');
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
    child.once('exit', () => {
      const cut = setTimeout(() => {
        for (const pipe of [stdout, stderr, control]) pipe.destroy();
      }, LAST_WORDS_MS);
      child.once('close', () => clearTimeout(cut));
    });
  });
  const listens = new Promise<boolean>((resolve) => control.once('data', () => resolve(true)));
  const listensOrGone = Promise.race([listens, gone.then(() => false)]);
  const ready = listensOrGone.then(async (isReady) => {
    await rm(configPath, { force: true });
    return isReady;
  });
  const end = (): ProcessEnd | undefined =>
    child.exitCode === null && child.signalCode === null
      ? undefined
      : { code: child.exitCode, signal: child.signalCode };
  return { child, output: stdout, stderrTail: keepTail(stderr, budget), budget, end, ready, gone };
}

/** Synchronous, so that listeners added afterwards miss no event of the process. */
function spawnWithInput(
  path: string,
  { command, args, cwd }: { readonly command: string; readonly args: readonly string[]; readonly cwd: string },
): ChildProcess {
  const input = openSync(path, 'r');
  try {
    return spawn(command, args, { cwd, env: {}, stdio: [input, 'pipe', 'pipe', 'pipe'] });
  } finally {
    closeSync(input);
  }
}
