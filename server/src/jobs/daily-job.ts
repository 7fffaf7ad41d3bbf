import type { Database, StoreName } from '../database/database.ts';
import { isDatabaseFailure } from '../database/errors.ts';
import type { Clock } from '../platform/clock.ts';
import { uuidOf } from '../platform/ids.ts';
import type { Jobs } from './jobs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export interface DailyJobOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly kind: string;
  /** Gives whether there is something left for another day. */
  readonly run: (store: StoreName) => Promise<boolean>;
}

/** Work that is done in a store at the beginning of every day, as long as there is some. */
export interface DailyJob {
  /** Sees to it that it is done every day from now on. When this resolves the job is stored. */
  ensure(store: StoreName): Promise<void>;
  forget(store: StoreName): void;
}

/** One attempt a day; one that failed is forgotten, so that the next call makes another. */
interface Ensured {
  readonly day: number;
  readonly enqueued: Promise<void>;
}

export function createDailyJob({ database, clock, jobs, kind, run }: DailyJobOptions): DailyJob {
  const ensured = new Map<StoreName, Ensured>();
  const tomorrow = (): number => Math.floor(clock.now() / DAY_MS) + 1;

  /** One job for each store and day, however often it is asked for. */
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
    async ensure(store) {
      const day = tomorrow();
      const known = ensured.get(store);
      if (known?.day === day) return await known.enqueued;
      const one = { day, enqueued: enqueue(store, day) };
      ensured.set(store, one);
      try {
        await one.enqueued;
      } catch (error) {
        if (ensured.get(store) === one) ensured.delete(store);
        throw error;
      }
    },
    forget: (store) => {
      ensured.delete(store);
    },
  };
}
