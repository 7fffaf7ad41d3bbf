import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createScene } from './harness/each-engine.ts';
import { createFilesLedger, expectWhole, listFileIds, uploadAndDelete } from './harness/files-ledger.ts';
import { startService } from './harness/service-process.ts';

const KILLS = 3;
const AT_ONCE = 6;
const BYTES_MAX = 400_000;
/** The time until the bytes of deleted files and of dead processes are off the disk. */
const CLEAN_MS = 15_000;

async function filesOnDisk(dataDir: string): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true });
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

test('a process killed during uploads and deletes leaves no file without its bytes and no bytes without a file', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'files-kill-'));
  let service = await startService({ dataDir });
  try {
    const { secretKey } = await createScene(service);
    const ledger = createFilesLedger();
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const before = ledger.stored.size;
      const { url } = service;
      const workers = Array.from({ length: AT_ONCE }, () => uploadAndDelete(url, secretKey, ledger, BYTES_MAX));
      const ended = Promise.allSettled(workers);
      await expect
        .poll(() => ledger.stored.size, { timeout: 20_000, interval: 1 })
        .toBeGreaterThan(before + AT_ONCE * 3);
      await service.end('SIGKILL');
      for (const end of await ended)
        expect(String(end.status === 'rejected' && end.reason)).toMatch(/fetch failed|terminated/);
      service = await startService({ dataDir });
      await expect
        .poll(async () => (await filesOnDisk(dataDir)).join(), { timeout: CLEAN_MS })
        .toBe((await listFileIds(service.url, secretKey)).join());
      await expectWhole(service.url, secretKey, ledger);
    }
  } finally {
    await service.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}, 120_000);
