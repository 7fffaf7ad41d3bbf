import type { BlobKey, BlobStore } from '../../blobs/index.ts';
import type { ChangeFeed } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { createNewestLoad } from '../../platform/newest-load.ts';
import type { createScrubStore } from './scrub-store.ts';

export const DAMAGE_SUBJECT = 'damaged-blobs';

/** The blobs known to be damaged; `has` answers from memory, and the change feed keeps all processes up to date. */
export interface KnownDamage {
  has(key: BlobKey): boolean;
  readonly count: number;
  reload(): Promise<void>;
}

export function createKnownDamage(
  store: ReturnType<typeof createScrubStore>,
  feed: ChangeFeed,
  onError: (error: unknown) => void,
): KnownDamage {
  let known: ReadonlySet<string> = new Set();
  const nameOf = (group: string, id: string): string => `${group}/${id}`;
  const reload = createNewestLoad(store.damaged, (damaged) => {
    known = new Set(damaged.map(({ store, id }) => nameOf(store, id)));
  });
  feed.subscribe((subject) => {
    if (subject === DAMAGE_SUBJECT) reload().catch(onError);
  });
  return {
    has: ({ group, id }) => known.size > 0 && known.has(nameOf(group, id)),
    get count() {
      return known.size;
    },
    reload,
  };
}

/** The same store, but reading a blob that is known to be damaged throws `damaged` instead of returning wrong bytes. */
export function refuseDamaged(blobs: BlobStore, damage: Pick<KnownDamage, 'has'>): BlobStore {
  const requireSound = (key: BlobKey): void => {
    if (damage.has(key)) {
      const message =
        'The stored bytes of this file are damaged. The operator of the service can restore it from a backup.';
      throw new ServiceError('damaged', message);
    }
  };
  const { presign } = blobs;
  return {
    ...blobs,
    read: async (key, range) => {
      requireSound(key);
      return blobs.read(key, range);
    },
    copyTo: async (key, path, bytesMax) => {
      requireSound(key);
      return blobs.copyTo(key, path, bytesMax);
    },
    ...(presign && {
      presign: async (key, options) => {
        requireSound(key);
        return presign(key, options);
      },
    }),
  };
}
