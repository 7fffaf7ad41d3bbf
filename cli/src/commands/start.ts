import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Command, type Flags, text } from '../command/command.ts';
import type { ExitCode } from '../outcome/exit-codes.ts';
import { wrongUse } from '../outcome/failure.ts';

/** Root of the checkout, when this command was built in one. */
const CHECKOUT = fileURLToPath(new URL('../../', import.meta.url));

export const start: Command = {
  name: 'start',
  summary: 'Start the service of this checkout, as npm start does',
  more: 'Signals and the exit status pass through. All other settings are environment variables: see docs/operations.md.',
  options: [
    { flags: '--port <port>', text: 'port to listen on (PORT)' },
    { flags: '--host <address>', text: 'address to listen on (HOST)' },
    { flags: '--data-dir <folder>', text: 'folder of everything the service keeps (SERVICE_DATA_DIR)' },
  ],
  examples: ['start --port 8080 --data-dir ./data'],
  async run(context, _args, flags) {
    const script = join(CHECKOUT, 'scripts/start.mjs');
    if (!existsSync(script)) {
      throw wrongUse('The service is not part of this package: run "servicectl start" in its checkout.');
    }
    context.releaseSignals();
    const node = join(CHECKOUT, 'node_modules/.bin/node');
    const env = { ...context.env, ...settingsOf(flags, context.cwd) };
    const child = spawn(existsSync(node) ? node : process.execPath, [script], { cwd: CHECKOUT, env, stdio: 'inherit' });
    return { data: null, shown: { as: 'nothing' }, exit: (await ended(child)) as ExitCode };
  },
};

function settingsOf(flags: Flags, cwd: string): Record<string, string> {
  const [port, host, folder] = [text(flags, 'port'), text(flags, 'host'), text(flags, 'dataDir')];
  return {
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
    ...(folder !== undefined && { SERVICE_DATA_DIR: resolve(cwd, folder) }),
  };
}

/** Forwards signals, and resolves with the exit status; after a signal in the form that shells use. */
function ended(child: ChildProcess): Promise<number> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, () => child.kill(signal));
  return new Promise((settle, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => settle(code ?? 128 + (signal === null ? 0 : constants.signals[signal])));
  });
}
