import type { Project } from '../../../callers/index.ts';
import type { Database, StoreName } from '../../../database/index.ts';
import { createDueStores, type DueStores } from '../../../jobs/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { createJobsStore, type JobsStore } from './jobs-store.ts';
import { type JobTarget, type OrderedBy, type OrderedJob, orderJob } from './order-job.ts';
import { createWaitingLimit } from './waiting-limit.ts';

export interface JobQueue {
  readonly jobsStore: JobsStore;
  readonly dueStores: DueStores;
  /** Stores a job, durable when this resolves. Throws `rate_limited` when too many jobs of the project wait. */
  order(target: JobTarget, by: OrderedBy): Promise<OrderedJob>;
  /** Call it before queueing a job: resolves when the fact that the store has work is durable. */
  noteWork(store: StoreName, dueAtMs: number): Promise<void> | undefined;
  /** From this time on, a job of the store may be due. */
  wake(store: StoreName, dueAtMs: number): void;
  /** Sets the listener that starts jobs in this process. */
  onWake(listener: (store: StoreName, dueAtMs: number) => void): void;
}

export interface JobQueueOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  /** Identifies this process in the jobs that it runs. */
  readonly owner: string;
  readonly isShared: boolean;
  readonly waitingMax: (project: Project) => number;
}

export function createJobQueue({ database, clock, ids, owner, isShared, waitingMax }: JobQueueOptions): JobQueue {
  const jobsStore = createJobsStore(database, { owner, isSole: !isShared });
  const dueStores = createDueStores({ database, clock, ids, table: 'function_job_work', isShared });
  const waitingLimit = createWaitingLimit(jobsStore);
  let listener: (store: StoreName, dueAtMs: number) => void = () => undefined;

  const noteWork = (store: StoreName, dueAtMs: number) => dueStores.note(store, dueAtMs);
  const wake = (store: StoreName, dueAtMs: number): void => listener(store, dueAtMs);
  const context = { database, clock, ids, jobsStore, waitingLimit, waitingMax, noteWork, wake };
  return {
    jobsStore,
    dueStores,
    order: (target, by) => orderJob(context, target, by),
    noteWork,
    wake,
    onWake: (told) => {
      listener = told;
    },
  };
}
