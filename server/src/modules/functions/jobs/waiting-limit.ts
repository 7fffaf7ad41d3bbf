import type { StoreName } from '../../../database/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { JobsStore } from './jobs-store.ts';

/** How long a count is reused before the jobs are counted again, because other processes order jobs too. */
const COUNTED_FOR_MS = 5000;
const STORES_MAX = 10_000;
const RETRY_AFTER_SECONDS = 10;

interface JobCount {
  /** Waiting jobs when they were counted, plus those ordered in this process since. */
  waiting: number;
  readonly atMs: number;
}

/** Bounds the waiting jobs per project without counting them for every order. */
export interface WaitingLimit {
  /** Throws `rate_limited` when `max` jobs of the store are already waiting; otherwise counts one more. */
  take(store: StoreName, max: number): Promise<void>;
}

export function createWaitingLimit(jobsStore: Pick<JobsStore, 'countWaiting'>): WaitingLimit {
  const counts = new Map<StoreName, JobCount>();

  const count = async (store: StoreName, max: number): Promise<JobCount> => {
    const counted = { waiting: await jobsStore.countWaiting(store, max), atMs: performance.now() };
    if (counts.size >= STORES_MAX) counts.clear();
    counts.set(store, counted);
    return counted;
  };

  return {
    async take(store, max) {
      let counted = counts.get(store);
      const isOld = counted === undefined || performance.now() - counted.atMs > COUNTED_FOR_MS;
      // The count misses jobs that left the queue, so a full queue is counted again before an order is refused.
      if (counted === undefined || isOld || counted.waiting >= max) counted = await count(store, max);
      if (counted.waiting >= max) {
        throw new ServiceError('rate_limited', `At most ${max} jobs of this project may wait at once.`, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
          limit: max,
        });
      }
      counted.waiting += 1;
    },
  };
}
