import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobKey, SweepOptions } from '../blob-store.ts';
import { type KeySweep, sweepKeys } from '../sweep-keys.ts';
import { ifThere } from './disk-failure.ts';
import { isGroup, isId, type Paths } from './paths.ts';

interface DiskSweep extends SweepOptions, Pick<KeySweep, 'unconfirmed' | 'remove'> {
  readonly paths: Paths;
}

export async function sweepDisk(sweep: DiskSweep): Promise<{ deleted: number }> {
  const { paths, graceMs } = sweep;
  let deleted = await sweepMarkers(sweep);
  if (sweep.scope === 'recent') return { deleted };
  const isOld = (key: BlobKey) => isOlder(paths.file(key), graceMs);
  for (const group of (await namesIn(paths.root)).filter(isGroup)) {
    for (const folder of await namesIn(paths.group(group))) {
      const ids = (await namesIn(join(paths.group(group), folder))).filter(isId);
      const keys = ids.map((id) => ({ group, id }));
      deleted += await sweepKeys(keys, { ...sweep, isOld });
    }
  }
  return { deleted };
}

async function sweepMarkers(sweep: DiskSweep): Promise<number> {
  const { paths, graceMs } = sweep;
  const keys = (await namesIn(paths.incoming))
    .map((name) => paths.parseMarker(name))
    .filter((key) => key !== undefined);
  return sweepKeys(keys, {
    ...sweep,
    isOld: (key) => isOlder(paths.marker(key), graceMs),
    onKept: (key) => ifThere(unlink(paths.marker(key))),
  });
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const found = await ifThere(stat(path));
  return found !== undefined && Date.now() - Math.floor(found.mtimeMs) >= ageMs;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
