import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROCESS = new URL('full-disk-process.ts', import.meta.url).pathname;

test('on a full disk reads work and writes fail without leaving anything; once there is room, writes work without a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'full-'));
  try {
    // In its own namespaces the process may mount a small disk without root rights.
    const script = 'mount -t tmpfs -o size=6m none "$1" && exec "$2" "$3" "$1"';
    const command = [
      '--user',
      '--map-root-user',
      '--mount',
      'sh',
      '-c',
      script,
      'sh',
      directory,
      process.execPath,
      PROCESS,
    ];
    const { stdout } = await promisify(execFile)('unshare', command);
    const { written, countWhileFull, ...outcome } = JSON.parse(stdout) as Record<string, unknown>;
    expect(outcome).toEqual({
      failures: ['storage_full', 'storage_full', 'storage_full'],
      afterwards: 'written',
      count: written,
    });
    expect(countWhileFull).toBe(Number(written) - 1);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
