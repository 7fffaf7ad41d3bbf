import type { Database, StoreName } from '../../../database/index.ts';
import { createDailyJob, type DailyJob, type Jobs } from '../../../jobs/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import type { RunsStore } from './runs-store.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;
const JOB_KIND = 'function.clean-up';
const KEPT_RUNS = 10_000;
const AT_ONCE = 500;
const EVERY_MS = 60 * 60 * 1000;
const EVERY_RUNS = 1000;
const REMEMBERED_MAX = 10_000;

/** A function keeps its newest 10,000 runs of the last 30 days. Sweeps run daily even when nothing else does. */
export interface Retention extends DailyJob {
  noted(store: StoreName, functionName: string): void;
  sweep(store: StoreName, functionName: string): Promise<void>;
  close(): Promise<void>;
}

export interface RetentionOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly runsStore: RunsStore;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly onError: (error: unknown) => void;
}

export function createRetention(options: RetentionOptions): Retention {
  const { database, clock, runsStore, onError } = options;
  const daily = createDailyCleanUp(options);
  const swept = new Map<string, { atMs: number; runs: number }>();
  const sweeping = new Set<Promise<void>>();
  let isClosed = false;

  const sweep = async (store: StoreName, functionName: string): Promise<void> => {
    const beforeMs = clock.now() - KEPT_MS;
    const upTo = await runsStore.lastToForget(store, functionName, { beforeMs, kept: KEPT_RUNS });
    const step = runsStore.forgetStep(functionName, { upTo, atOnce: AT_ONCE });
    while (!isClosed) {
      const { results } = await database.write(store, [step]);
      if (results[0]?.kind !== 'plain' || results[0].touched < AT_ONCE) return;
    }
  };

  const inBackground = (task: Promise<void> | undefined): void => {
    if (task === undefined) return;
    const work = task.catch(onError).finally(() => sweeping.delete(work));
    sweeping.add(work);
  };

  return {
    ...daily,
    noted(store, functionName) {
      inBackground(daily.ensure(store));
      const name = `${store} ${functionName}`;
      const last = swept.get(name);
      if (last !== undefined && clock.now() - last.atMs < EVERY_MS && last.runs < EVERY_RUNS) {
        last.runs += 1;
        return;
      }
      if (swept.size >= REMEMBERED_MAX) swept.clear();
      swept.set(name, { atMs: clock.now(), runs: 0 });
      inBackground(sweep(store, functionName));
    },
    sweep,
    close: async () => {
      isClosed = true;
      await Promise.all(sweeping);
    },
  };
}

function createDailyCleanUp({ database, clock, runsStore, jobs }: RetentionOptions): DailyJob {
  return createDailyJob({
    database,
    clock,
    jobs,
    kind: JOB_KIND,
    run: async (store) => {
      const step = runsStore.forgetOldStep(isoTime(clock.now() - KEPT_MS), AT_ONCE);
      for (let touched = AT_ONCE; touched === AT_ONCE; ) {
        const [result] = (await database.write(store, [step])).results;
        touched = result?.kind === 'plain' ? result.touched : 0;
      }
      return await runsStore.isAnythingLeft(store);
    },
  });
}
