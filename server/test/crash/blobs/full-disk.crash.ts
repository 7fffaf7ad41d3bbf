import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROCESS = new URL('full-disk-process.ts', import.meta.url).pathname;
const SCRIPT = 'mount -t tmpfs -o size=6m none "$1" && exec "$2" "$3" "$1"';

test('on a full disk reads work and puts fail without leaving anything; once there is room, puts work without a restart', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'full-'));
  try {
    // In its own namespaces the process may mount a small disk, whichever user runs it.
    const namespaces = ['--user', '--map-root-user', '--mount'];
    const command = [...namespaces, 'sh', '-c', SCRIPT, 'sh', directory, process.execPath, PROCESS];
    const { stdout } = await promisify(execFile)('unshare', command);
    expect(JSON.parse(stdout)).toEqual({
      failures: ['storage_full', 'storage_full', 'storage_full'],
      stored: 8,
      areReadable: true,
      left: 0,
      afterwards: 'stored',
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
