import type { BlobKey, SweepOptions } from '../../blobs/index.ts';
import type { StoreName } from '../../database/index.ts';
import type { StorageContext } from './storage-context.ts';

/** Longer than any upload may take, because no process knows which uploads the others are receiving. */
const SHARED_GRACE_MS = 2 * 60 * 60 * 1000;

export type SweepContext = Pick<StorageContext, 'database' | 'blobs' | 'filesStore'> & {
  readonly isShared: boolean;
  readonly keptElsewhere: (store: StoreName, ids: readonly string[]) => Promise<readonly string[]>;
};

/** Deletes blobs that nothing refers to. Crashes and failures with an unknown outcome leave such blobs behind. */
export async function sweepOrphans(context: SweepContext, scope: SweepOptions['scope']): Promise<void> {
  const { blobs, isShared } = context;
  await blobs.sweep({
    scope,
    graceMs: isShared ? SHARED_GRACE_MS : 0,
    isKept: (keys) => keptAmong(context, keys),
  });
}

async function keptAmong(context: SweepContext, keys: readonly BlobKey[]): Promise<ReadonlySet<string>> {
  const kept = new Set<string>();
  const groups = Map.groupBy(keys, ({ group }) => group);
  // Querying a store that does not exist would create it.
  const stores = new Set<string>(await context.database.stores());
  for (const [group, ofGroup] of groups) {
    if (!stores.has(group)) continue;
    const ids = ofGroup.map(({ id }) => id);
    for (const id of await context.filesStore.existing(group as StoreName, ids)) kept.add(id);
    for (const id of await context.keptElsewhere(group as StoreName, ids)) kept.add(id);
  }
  return kept;
}
