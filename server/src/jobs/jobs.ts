import type { Database, PlainStep, StoreName } from '../database/index.ts';
import type { Clock } from '../platform/clock.ts';
import { isoTime } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { createDueStores } from './due-stores.ts';
import type { JobHandler, NewJob } from './job.ts';
import { createJobsStore } from './jobs-store.ts';

import { createRunner } from './runner.ts';

export interface Jobs {
  /** The job runs if, and only if, the transaction with this step commits. Waits until the store is noted. */
  enqueueLater(store: StoreName, job: NewJob): Promise<PlainStep>;
  /** Sets the handler for jobs of a kind. Register all handlers before `start`. */
  handle(kind: string, handler: JobHandler): void;
  forget(store: StoreName): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Runs every due job, and the due jobs that these enqueue. For tests. */
  runUntilIdle(): Promise<void>;
}

export interface JobsOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly logger: Logger;
  readonly isShared: boolean;
  /** How long a store's jobs may run before it no longer counts among those that run; a second by default. */
  readonly patienceMs?: number;
}

/** The queue is a table in every store, so that a job commits or rolls back with the change that caused it. */
export function createJobs({ database, clock, ids, logger, isShared, patienceMs }: JobsOptions): Jobs {
  const owner = ids();
  const store = createJobsStore(database, isShared ? undefined : owner);
  const dueStores = createDueStores({ database, clock, ids, table: 'store_work', isShared });
  const handlers = new Map<string, JobHandler>();
  const runner = createRunner({ store, dueStores, handlers, clock, logger, isShared, owner, patienceMs });

  return {
    async enqueueLater(target, { kind, payload, runAtMs, id }) {
      const now = clock.now();
      const runAt = runAtMs ?? now;
      const noting = dueStores.note(target, runAt);
      if (noting !== undefined) await noting;
      const step = store.insertStep({
        id: id ?? ids(),
        kind,
        payload: JSON.stringify(payload),
        run_at: runAt,
        created_at: isoTime(now),
      });
      return { ...step, afterWrite: () => runner.wake(target, runAt) };
    },
    handle: (kind, handler) => {
      if (handlers.has(kind)) throw new Error(`Two handlers for jobs of kind '${kind}'.`);
      handlers.set(kind, handler);
    },
    forget: async (target) => {
      runner.forget(target);
      await dueStores.drop(target);
    },
    start: () => runner.start(),
    stop: () => runner.stop(),
    runUntilIdle: () => runner.runUntilIdle(),
  };
}
