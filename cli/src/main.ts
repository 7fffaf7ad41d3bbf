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
    // Ends the process even if some work ignores the signal.
    setTimeout(() => process.exit(exit), FORCED_MS).unref();
  });
}
// `Output.write` reports failed writes; without a listener the error event would end the process first.
const stdout = openStdout();
for (const stream of [stdout, process.stderr]) stream.on('error', () => undefined);

if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== undefined) {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  if (!process.argv.includes('--json')) {
    process.stderr.write(
      'warning: NODE_TLS_REJECT_UNAUTHORIZED is ignored: a token is sent only to a server that proves who it is. Use NODE_EXTRA_CA_CERTS.\n',
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
process.exit();

/** For files, Node's own stream would treat a write cut short by a full disk as complete. */
function openStdout(): Writable & { isTTY?: boolean; columns?: number } {
  const { isTTY } = process.stdout;
  if (isTTY || fstatSync(1).isFIFO() || fstatSync(1).isSocket()) return process.stdout;
  return createWriteStream('', { fd: 1, autoClose: false });
}
