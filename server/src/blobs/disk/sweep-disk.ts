import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobKey, SweepOptions } from '../blob-store.ts';
import { ifThere } from './disk-failure.ts';
import { isGroup, isId, type Paths } from './paths.ts';

const KEYS_AT_ONCE = 500;

interface DiskSweep extends SweepOptions {
  readonly paths: Paths;
  readonly unconfirmed: ReadonlySet<string>;
  readonly remove: (key: BlobKey) => Promise<void>;
}

export async function sweepDisk(sweep: DiskSweep): Promise<{ deleted: number }> {
  let deleted = await sweepMarkers(sweep);
  if (sweep.scope === 'recent') return { deleted };
  for (const group of (await namesIn(sweep.paths.root)).filter(isGroup)) {
    for (const folder of await namesIn(sweep.paths.group(group))) {
      const ids = (await namesIn(join(sweep.paths.group(group), folder))).filter(isId);
      const keys = ids.map((id) => ({ group, id }));
      deleted += (await sweepKeys(sweep, keys, (key) => sweep.paths.file(key))).length;
    }
  }
  return { deleted };
}

/** Looks at what has a second name: whatever was put and not confirmed, whole or not. */
async function sweepMarkers(sweep: DiskSweep): Promise<number> {
  const { paths } = sweep;
  const keys = (await namesIn(paths.incoming))
    .map((name) => paths.parseMarker(name))
    .filter((key) => key !== undefined);
  const confirmLate = (key: BlobKey) => ifThere(unlink(paths.marker(key)));
  return (await sweepKeys(sweep, keys, (key) => paths.marker(key), confirmLate)).length;
}

/** Removes those that are nobody's and old enough; gives them. */
async function sweepKeys(
  { unconfirmed, isKept, graceMs, remove }: DiskSweep,
  keys: readonly BlobKey[],
  fileOf: (key: BlobKey) => string,
  onKept?: (key: BlobKey) => Promise<void>,
): Promise<readonly BlobKey[]> {
  const removed: BlobKey[] = [];
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    // In this order: what was confirmed before the question is among those that are kept.
    const idle = keys.slice(from, from + KEYS_AT_ONCE).filter(({ id }) => !unconfirmed.has(id));
    if (idle.length === 0) continue;
    const kept = await isKept(idle);
    for (const key of idle) {
      if (kept.has(key.id)) await onKept?.(key);
      else if (await isOlder(fileOf(key), graceMs)) {
        await remove(key);
        removed.push(key);
      }
    }
  }
  return removed;
}

async function isOlder(path: string, ageMs: number): Promise<boolean> {
  const found = await ifThere(stat(path));
  return found !== undefined && Date.now() - Math.floor(found.mtimeMs) >= ageMs;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await ifThere(readdir(folder))) ?? [];
}
