import type { BlobKey, BlobStore, SweepOptions } from '../../blobs/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { BlobHolds } from './blob-holds.ts';
import { BACKUPS_GROUP } from './stored/archive-place.ts';

const DELETED_AT_ONCE_MAX = 10_000;

/** Blobs outlive their deletion while a backup reads their project; after a crash the sweep deletes them. */
export function holdDeletedBlobs(
  blobs: BlobStore,
  options: {
    readonly holds: BlobHolds;
    readonly existingBackups: (ids: readonly string[]) => Promise<readonly string[]>;
    readonly now: () => number;
    readonly onError: (error: unknown) => void;
  },
): BlobStore {
  const { holds, now, onError } = options;
  const waiting = new Map<string, { readonly keys: BlobKey[]; readonly timer: NodeJS.Timeout }>();

  const deleteLater = (group: string, keys: readonly BlobKey[], untilMs: number): void => {
    const known = waiting.get(group);
    if (known !== undefined) {
      // Blobs beyond this number are left to the sweep.
      known.keys.push(...keys.slice(0, Math.max(0, DELETED_AT_ONCE_MAX - known.keys.length)));
      return;
    }
    const retry = (): void => {
      const held = waiting.get(group);
      waiting.delete(group);
      if (held !== undefined) remove(held.keys).catch(onError);
    };
    const timer = setTimeout(retry, Math.min(LOOK_MS, Math.max(0, untilMs - now()) + 1)).unref();
    waiting.set(group, { keys: [...keys], timer });
  };

  const remove = async (keys: readonly BlobKey[]): Promise<void> => {
    const free: BlobKey[] = [];
    for (const [group, ofGroup] of Map.groupBy(keys, ({ group }) => group)) {
      const untilMs = await holds.heldUntil(group as StoreName);
      if (untilMs === undefined) free.push(...ofGroup);
      else deleteLater(group, ofGroup, untilMs);
    }
    if (free.length > 0) await blobs.delete(free);
  };

  const sweep = (sweeping: SweepOptions) =>
    blobs.sweep({ ...sweeping, isKept: (keys) => keptAmong(options, sweeping, keys) });

  return {
    put: (...asked) => blobs.put(...asked),
    read: (...asked) => blobs.read(...asked),
    copyTo: (...asked) => blobs.copyTo(...asked),
    delete: remove,
    deleteGroup: (group) => blobs.deleteGroup(group),
    sweep,
    confirm: (key) => blobs.confirm(key),
    ...(blobs.presign && { presign: blobs.presign.bind(blobs) }),
    close: async () => {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      await blobs.close();
    },
  };
}

const LOOK_MS = 30_000;

async function keptAmong(
  { holds, existingBackups }: Pick<Parameters<typeof holdDeletedBlobs>[1], 'holds' | 'existingBackups'>,
  { isKept }: SweepOptions,
  keys: readonly BlobKey[],
): Promise<ReadonlySet<string>> {
  const kept = new Set(await isKept(keys));
  for (const [group, ofGroup] of Map.groupBy(keys, ({ group }) => group)) {
    const ids = ofGroup.map(({ id }) => id);
    if (group === BACKUPS_GROUP) for (const id of await existingBackups(ids)) kept.add(id);
    else if (isStore(group) && (await holds.heldUntil(group)) !== undefined) for (const id of ids) kept.add(id);
  }
  return kept;
}

function isStore(group: string): group is StoreName {
  return /^p_[0-9a-f]{32}$/.test(group);
}
