import { createWriteStream, fstatSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { EXIT } from './outcome/exit-codes.ts';
import { Failure } from './outcome/failure.ts';
import { runCommandLine } from './program/run-command-line.ts';

const FORCED_MS = 800;

const stop = new AbortController();
for (const [signal, exit, code] of [
  ['SIGINT', EXIT.interrupted, 'interrupted'],
  ['SIGTERM', EXIT.terminated, 'terminated'],
] as const) {
  process.once(signal, () => {
    stop.abort(new Failure(`Ended by ${signal}.`, { exit, code }));
    // Work that does not listen to the signal is not waited for.
    setTimeout(() => process.exit(exit), FORCED_MS).unref();
  });
}
// A write that fails says so to its writer (`Output.write`); without a listener the event would end the process first.
const stdout = openStdout();
for (const stream of [stdout, process.stderr]) stream.on('error', () => undefined);

if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== undefined) {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  if (!process.argv.includes('--json')) {
    process.stderr.write(
      'warning: NODE_TLS_REJECT_UNAUTHORIZED is ignored: a token goes to nobody unproven. Use NODE_EXTRA_CA_CERTS.\n',
    );
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  streams: { stdin: process.stdin, stdout, stderr: process.stderr },
  env: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  releaseSignals: () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeAllListeners(signal);
  },
});
// Kept connections and watchers would hold the process.
process.exit();

/** For a file Node's own stream would take a write that a full disk cut short for a whole one. */
function openStdout(): Writable & { isTTY?: boolean; columns?: number } {
  const { isTTY } = process.stdout;
  if (isTTY || fstatSync(1).isFIFO() || fstatSync(1).isSocket()) return process.stdout;
  return createWriteStream('', { fd: 1, autoClose: false });
}
