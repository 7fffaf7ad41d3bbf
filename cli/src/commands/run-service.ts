import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Context } from '../command/context.ts';
import type { ExitCode } from '../outcome/exit-codes.ts';
import { wrongUse } from '../outcome/failure.ts';
import type { Result } from '../outcome/result.ts';

const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs the program of the service that this command was built with. Its output, signals and exit status pass through. */
export async function runService(
  context: Context,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Result> {
  const script = join(CHECKOUT, 'scripts/start.mjs');
  if (!existsSync(script)) {
    throw wrongUse('The service is not part of this package: run this in its checkout, or use service-server.');
  }
  context.releaseSignals();
  const node = join(CHECKOUT, 'node_modules/.bin/node');
  const child = spawn(existsSync(node) ? node : process.execPath, [script, ...args], {
    cwd: CHECKOUT,
    env: { ...context.env, ...env },
    stdio: 'inherit',
  });
  return { data: null, shown: { as: 'nothing' }, exit: (await ended(child)) as ExitCode };
}

function ended(child: ChildProcess): Promise<number> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
