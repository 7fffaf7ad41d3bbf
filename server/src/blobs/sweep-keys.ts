import type { BlobKey, SweepOptions } from './blob-store.ts';
import type { UnconfirmedBlobs } from './unconfirmed.ts';

const KEYS_AT_ONCE = 500;

export interface KeySweep extends Pick<SweepOptions, 'isKept'> {
  readonly unconfirmed: Pick<UnconfirmedBlobs, 'has'>;
  readonly isOld: (key: BlobKey) => boolean | Promise<boolean>;
  readonly remove: (keys: readonly BlobKey[]) => Promise<void>;
  readonly onKept?: (key: BlobKey) => Promise<void>;
}

export async function sweepKeys(keys: readonly BlobKey[], sweep: KeySweep): Promise<number> {
  let removed = 0;
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    // The order matters: a blob confirmed before `isKept` runs is among its results.
    const idle = keys.slice(from, from + KEYS_AT_ONCE).filter(({ id }) => !sweep.unconfirmed.has(id));
    if (idle.length === 0) continue;
    const kept = await sweep.isKept(idle);
    const orphans: BlobKey[] = [];
    for (const key of idle) {
      if (kept.has(key.id)) await sweep.onKept?.(key);
      else if (await sweep.isOld(key)) orphans.push(key);
    }
    await sweep.remove(orphans);
    removed += orphans.length;
  }
  return removed;
}
