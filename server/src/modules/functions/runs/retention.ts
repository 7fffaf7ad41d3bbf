import type { Database, StoreName } from '../../../database/database.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { RunsStore } from './runs-store.ts';

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
const KEPT_RUNS = 10_000;
const AT_ONCE = 200;
const EVERY_MS = 60 * 60 * 1000;
/** How far a function may go beyond what is kept. */
const EVERY_RUNS = 1000;
const REMEMBERED_MAX = 10_000;

/** Forgets old runs: a function keeps 10,000 of the last 30 days. */
export interface Retention {
  /** A run has ended. Now and then this starts a sweep in the background. */
  noted(store: StoreName, functionName: string): void;
  sweep(store: StoreName, functionName: string): Promise<void>;
  close(): Promise<void>;
}

export interface RetentionOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly runsStore: RunsStore;
  readonly onError: (error: unknown) => void;
}

export function createRetention({ database, clock, runsStore, onError }: RetentionOptions): Retention {
  const swept = new Map<string, { atMs: number; runs: number }>();
  const sweeping = new Set<Promise<void>>();
  let isClosed = false;

  const sweep = async (store: StoreName, functionName: string): Promise<void> => {
    const before = isoTime(clock.now() - KEPT_MS);
    const step = runsStore.forgetStep(functionName, { before, kept: KEPT_RUNS, atOnce: AT_ONCE });
    while (!isClosed) {
      const { results } = await database.write(store, [step]);
      if (results[0]?.kind !== 'plain' || results[0].touched < AT_ONCE) return;
    }
  };

  return {
    noted(store, functionName) {
      const name = `${store} ${functionName}`;
      const last = swept.get(name);
      if (last !== undefined && clock.now() - last.atMs < EVERY_MS && last.runs < EVERY_RUNS) {
        last.runs += 1;
        return;
      }
      if (swept.size >= REMEMBERED_MAX) swept.clear();
      swept.set(name, { atMs: clock.now(), runs: 0 });
      const work = sweep(store, functionName)
        .catch(onError)
        .finally(() => sweeping.delete(work));
      sweeping.add(work);
    },
    sweep,
    close: async () => {
      isClosed = true;
      await Promise.all(sweeping);
    },
  };
}
