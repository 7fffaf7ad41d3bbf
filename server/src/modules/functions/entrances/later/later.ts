import type { Project } from '../../../../callers/index.ts';
import type { StoreName } from '../../../../database/index.ts';
import type { Jobs } from '../../../../jobs/index.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { createJobCleanUp } from './clean-up-jobs.ts';
import { JobDispatcher } from './job-dispatcher.ts';
import { createJobWork, RENEW_EVERY_MS } from './job-work.ts';
import type { JobRunContext } from './run-job.ts';

export interface Later {
  start(): Promise<void>;
  stop(): Promise<void>;
  forget(store: StoreName): Promise<void>;
  runUntilIdle(): Promise<boolean>;
}

export interface LaterContext extends JobRunContext {
  readonly queue: JobQueue;
  readonly isShared: boolean;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly findOwner: (store: StoreName) => Promise<Project | undefined>;
}

export function createLater(context: LaterContext): Later {
  const { queue, isShared, clock, onError } = context;
  const cleanUp = createJobCleanUp({ ...context, jobsStore: queue.jobsStore });
  const work = createJobWork({
    ...context,
    jobsStore: queue.jobsStore,
    isStopping: () => dispatcher.isStopped,
    onEnded: (store) => void cleanUp.ensure(store)?.catch(onError),
  });
  const dispatcher = new JobDispatcher({
    work,
    dueStores: queue.dueStores,
    clock,
    isShared,
    renewEveryMs: RENEW_EVERY_MS,
    onError,
  });
  queue.onWake((store, atMs) => dispatcher.wake(store, atMs));
  return {
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(),
    forget: async (store) => {
      cleanUp.forget(store);
      await dispatcher.forget(store);
    },
    runUntilIdle: () => dispatcher.runUntilIdle(),
  };
}
