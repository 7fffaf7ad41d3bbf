import type { Database } from '../../../../database/index.ts';
import { createDailyJob, type DailyJob, type Jobs } from '../../../../jobs/index.ts';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import { inPortions } from '../../jobs/in-portions.ts';
import type { JobsStore } from '../../jobs/jobs-store.ts';

const KEPT_MS = 7 * 24 * 60 * 60 * 1000;
const AT_ONCE = 1000;

interface CleanUpContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly jobsStore: JobsStore;
}

export function createJobCleanUp({ database, clock, jobs, jobsStore }: CleanUpContext): DailyJob {
  return createDailyJob({
    database,
    clock,
    jobs,
    kind: 'function.jobs.clean-up',
    run: async (store) => {
      const step = jobsStore.forgetEndedStep(isoTime(clock.now() - KEPT_MS), AT_ONCE);
      await inPortions(database, store, step, AT_ONCE);
      return await jobsStore.isAnyLeft(store);
    },
  });
}
