import type { StoreName } from '../database/index.ts';

const AT_ONCE = 8;
/** A store whose jobs take longer, such as jobs that call a project's own provider, frees its place for others. */
const PATIENCE_MS = 1000;
/** Includes slow stores that have freed their places. */
const RUNNING_MAX = 64;

export interface Places {
  has(store: StoreName): boolean;
  isFree(): boolean;
  run(store: StoreName, work: () => Promise<void>): void;
  settled(): Promise<unknown>;
  readonly size: number;
}

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
