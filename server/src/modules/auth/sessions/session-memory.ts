import type { User } from '../../../callers/index.ts';
import type { StoreName } from '../../../database/index.ts';
import { createRecentHashes } from '../../../platform/crypto.ts';

export interface ActiveSession {
  readonly id: string;
  readonly userId: string;
  readonly accessUntilMs: number;
}

export interface RememberedSession {
  readonly store: StoreName;
  readonly user: User;
  readonly session: ActiveSession;
  notedAtMs: number;
}

export interface SessionMemory {
  find(token: string): RememberedSession | undefined;
  /** Concurrent callers share one load. A result that `forget…` invalidated meanwhile is not cached. */
  load(token: string, read: () => Promise<RememberedSession | undefined>): Promise<RememberedSession | undefined>;
  forgetUser(store: StoreName, userId: string): void;
}

const SESSIONS_MAX = 50_000;
/** Under a second, because a change must apply in every process within one second even if no message about it arrives. */
const SHARED_KEPT_MS = 600;

interface CachedSession extends RememberedSession {
  readonly untilMs: number;
}

/**
 * `isShared`: other processes may end sessions. Entries then expire after a moment, so that an ended session cannot
 * live on because a message from another process was lost.
 */
export function createSessionMemory(isShared: boolean): SessionMemory {
  const keyOf = createRecentHashes();
  const kept = new Map<string, CachedSession>();
  const tokensOf = new Map<string, Set<string>>();
  const loading = new Map<string, Promise<RememberedSession | undefined>>();
  let changes = 0;

  const drop = (key: string, { store, user }: RememberedSession): void => {
    kept.delete(key);
    const owner = `${store} ${user.id}`;
    const tokens = tokensOf.get(owner);
    tokens?.delete(key);
    if (tokens?.size === 0) tokensOf.delete(owner);
  };

  const keep = (key: string, found: RememberedSession): void => {
    const untilMs = isShared ? performance.now() + SHARED_KEPT_MS : Number.POSITIVE_INFINITY;
    kept.set(key, { ...found, untilMs });
    const owner = `${found.store} ${found.user.id}`;
    const tokens = tokensOf.get(owner) ?? new Set();
    tokensOf.set(owner, tokens.add(key));
    const [oldest] = kept;
    if (kept.size > SESSIONS_MAX && oldest !== undefined) drop(...oldest);
  };

  return {
    find(token) {
      const key = keyOf(token);
      const found = kept.get(key);
      if (found === undefined || found.untilMs > performance.now()) return found;
      drop(key, found);
      return undefined;
    },
    load(token, read) {
      const key = keyOf(token);
      const running = loading.get(key);
      if (running !== undefined) return running;
      const before = changes;
      const loaded = read()
        .then((found) => {
          if (found !== undefined && before === changes) keep(key, found);
          return found;
        })
        .finally(() => {
          if (loading.get(key) === loaded) loading.delete(key);
        });
      loading.set(key, loaded);
      return loaded;
    },
    forgetUser(store, userId) {
      changes += 1;
      // Later requests must not join a load that started before the change.
      loading.clear();
      for (const key of tokensOf.get(`${store} ${userId}`) ?? []) {
        const found = kept.get(key);
        if (found !== undefined) drop(key, found);
      }
    },
  };
}
