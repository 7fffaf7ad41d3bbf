import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { Outcome } from './full-disk-process.ts';

const PROCESS = new URL('full-disk-process.ts', import.meta.url).pathname;
/** With so little room, recording why a backup failed may fail as well. It then ends as `unavailable` with its lease. */
const NOTHING_FITS_KIB = 200;
const SCRIPT = 'mount -t tmpfs -o size=40m none "$1" && TMPDIR="$1" exec "$2" "$3"';

test('with any amount of free disk space, a backup and a restore finish or fail with storage_full, leave nothing behind, and work once there is room', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'full-'));
  try {
    // A user namespace lets the process mount a small disk without being root.
    const namespaces = ['--user', '--map-root-user', '--mount'];
    const command = [...namespaces, 'sh', '-c', SCRIPT, 'sh', directory, process.execPath, PROCESS];
    const { stdout } = await promisify(execFile)('unshare', command);
    const outcomes = JSON.parse(stdout) as Outcome[];
    for (const { freeKib, backup, restore, rows, left } of outcomes) {
      expect({ freeKib, rows, left }).toEqual({ freeKib, rows: 100, left: [] });
      expect(
        freeKib > NOTHING_FITS_KIB ? ['ready', 'storage_full'] : ['storage_full', 'unavailable'],
        `${freeKib} KiB`,
      ).toContain(backup);
      expect(['done', 'storage_full'], `${freeKib} KiB`).toContain(restore);
    }
    expect(outcomes.at(0)).toMatchObject({ restore: 'storage_full' });
    expect(outcomes.at(-1)).toMatchObject({ backup: 'ready', restore: 'done' });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
