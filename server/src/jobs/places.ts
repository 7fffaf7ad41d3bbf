import type { StoreName } from '../database/database.ts';

const AT_ONCE = 8;
/** A store whose jobs take longer, such as those that ask a project's own provider, gives its place to others meanwhile. */
const PATIENCE_MS = 1000;
/** With those that gave their places away. */
const RUNNING_MAX = 64;

/** The stores whose jobs are being done. */
export interface Places {
  has(store: StoreName): boolean;
  /** There is one for another store. */
  isFree(): boolean;
  /** Starts the work of a store that has no place yet. */
  run(store: StoreName, work: () => Promise<void>): void;
  /** Resolves when what runs now has ended. */
  settled(): Promise<unknown>;
  readonly size: number;
}

/** `onFree`: there may be a place again. */
export function createPlaces(onFree: () => void, patienceMs = PATIENCE_MS): Places {
  const running = new Map<StoreName, Promise<void>>();
  const slow = new Set<StoreName>();
  return {
    has: (store) => running.has(store),
    isFree: () => running.size - slow.size < AT_ONCE && running.size < RUNNING_MAX,
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
