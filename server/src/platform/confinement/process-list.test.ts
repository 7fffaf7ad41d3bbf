import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Leaves one free descriptor: enough to list the processes, and too few to read what the list says about them. */
const PROGRAM = `
  import { closeSync, openSync } from 'node:fs';
  import { processesOf } from '${new URL('process-list.ts', import.meta.url)}';
  const opened = [];
  try { for (;;) opened.push(openSync('/dev/null')); } catch {}
  closeSync(opened.pop());
  const outcome = await processesOf({ first: process.getuid(), count: 1 }).then(({ length }) => length, ({ code }) => code);
  process.stdout.write(String(outcome));`;

test.runIf(process.platform === 'linux')('a process whose files cannot be read does not count as ended', async () => {
  const limited = ['-c', 'ulimit -n 100; exec "$0" --input-type=module -e "$1"', process.execPath, PROGRAM];
  expect((await promisify(execFile)('/bin/sh', limited)).stdout).toBe('EMFILE');
});
