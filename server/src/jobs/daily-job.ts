import type { Database, StoreName } from '../database/index.ts';
import { isDatabaseFailure } from '../database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { uuidOf } from '../platform/ids.ts';
import type { Jobs } from './jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DailyJobOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly kind: string;
  readonly run: (store: StoreName) => Promise<boolean>;
}

/** Work that runs in a store at the start of every (UTC) day, for as long as the store has some. */
export interface DailyJob {
  /** Makes sure that the job is queued for the next day. Returns undefined when it already is. */
  ensure(store: StoreName): Promise<void> | undefined;
  forget(store: StoreName): void;
}

export function createDailyJob({ database, clock, jobs, kind, run }: DailyJobOptions): DailyJob {
  const ensured = new Map<StoreName, number>();
  const enqueuing = new Map<StoreName, Promise<void>>();
  const tomorrow = (): number => Math.floor(clock.now() / DAY_MS) + 1;

  /** Enqueues one job per store and day, even when called several times. */
  const enqueue = async (store: StoreName, day: number): Promise<void> => {
    const id = uuidOf(`${kind} ${store} ${day}`);
    const step = await jobs.enqueueLater(store, { kind, payload: null, runAtMs: day * DAY_MS, id });
    try {
      await database.write(store, [step]);
    } catch (error) {
      if (!isDatabaseFailure(error, 'unique_violation')) throw error;
    }
  };

  jobs.handle(kind, async ({ store }) => {
    if (await run(store)) await enqueue(store, tomorrow());
  });

  return {
    ensure(store) {
      const day = tomorrow();
      if (ensured.get(store) === day) return enqueuing.get(store);
      ensured.set(store, day);
      const enqueued = enqueue(store, day)
        .catch((error: unknown) => {
          // The next call of `ensure` tries again.
          ensured.delete(store);
          throw error;
        })
        .finally(() => enqueuing.delete(store));
      enqueuing.set(store, enqueued);
      return enqueued;
    },
    forget: (store) => {
      ensured.delete(store);
    },
  };
}
