import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DiskModel, writeImage } from './disk-model.ts';
import { auditLedger } from './ledger.ts';
import { recordWrites } from './write-log.ts';

const WRITER = new URL('ledger-writer-process.ts', import.meta.url).pathname;
const WRITES = 400;
/** Syncs of each kind in each thread. More than the start takes: some twenty, or forty for several stores. */
const GOOD_SYNCS = { 1: 40, 6: 60 };

/**
 * SQLite and our journal use different calls, and strace counts the failures of each call apart. So a write that SQLite
 * syncs alone may still succeed after the journal has failed. What was not synced is lost in the image that is audited.
 */
test.each([1, 6] as const)(
  'a write to one of %i stores whose sync failed is never acknowledged, and acknowledged writes stay',
  async (stores) => {
    const folder = await mkdtemp(join(tmpdir(), 'sync-'));
    const [directory, image] = [join(folder, 'files'), join(folder, 'image')];
    try {
      const fault = `fsync,fdatasync:error=EIO:when=${GOOD_SYNCS[stores]}+`;
      const program = [WRITER, directory, '0', String(WRITES), String(stores)];
      const events = await recordWrites(join(folder, 'calls.log'), program, fault);
      const disk = new DiskModel();
      for (const event of events) disk.apply(event);
      const lines = events.flatMap((event) => (event.kind === 'said' && event.line !== 'ready' ? [event.line] : []));
      const acknowledged = lines.flatMap((line) =>
        line.startsWith('ack ') ? [Number(line.slice('ack '.length))] : [],
      );
      const refused = lines.filter((line) => line === 'refused unavailable');
      expect(acknowledged.length).toBeGreaterThan(1);
      expect(refused.length).toBeGreaterThan(1);
      expect(acknowledged.length + refused.length).toBe(WRITES);
      if (stores === 1)
        expect(lines.lastIndexOf(`ack ${acknowledged.at(-1)}`)).toBeLessThan(lines.indexOf('refused unavailable'));
      await writeImage(
        disk.cut(() => false),
        directory,
        image,
      );
      expect(await auditLedger(image, acknowledged, stores)).toMatchObject({
        lost: [],
        torn: [],
        integrity: 'ok',
        countError: 0,
      });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
