import type { StoreName } from '../database/index.ts';

const AT_ONCE = 8;
/** A store whose jobs take longer, such as jobs that call a project's own provider, no longer counts, so that others can run. */
const PATIENCE_MS = 1000;
/** Includes slow stores. */
const RUNNING_MAX = 64;

export interface StoreLimit {
  has(store: StoreName): boolean;
  hasRoom(): boolean;
  run(store: StoreName, work: () => Promise<void>): void;
  settled(): Promise<unknown>;
  readonly size: number;
}

export function createStoreLimit(onFree: () => void, patienceMs = PATIENCE_MS): StoreLimit {
  const running = new Map<StoreName, Promise<void>>();
  const slow = new Set<StoreName>();
  return {
    has: (store) => running.has(store),
    hasRoom: () => running.size - slow.size < AT_ONCE && running.size < RUNNING_MAX,
    run: (store, work) => {
      const giveAway = setTimeout(() => {
        slow.add(store);
        onFree();
      }, patienceMs).unref();
      const ended = work().finally(() => {
        clearTimeout(giveAway);
        slow.delete(store);
        running.delete(store);
        onFree();
      });
      running.set(store, ended);
    },
    settled: () => Promise.all(running.values()),
    get size() {
      return running.size;
    },
  };
}
