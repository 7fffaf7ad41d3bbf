import type { Row, StoreName } from '../database/database.ts';
import type { JsonValue } from '../database/schema/table.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { HopelessJob, type Job, type JobHandler } from './job.ts';
import type { JobsStore } from './jobs-store.ts';
import type { NotedStores } from './noted-stores.ts';
import { retryDelayMs } from './retry-policy.ts';

/** Longer than any handler may take; a process that dies leaves its jobs to others after this. */
const LEASE_MS = 120_000;
/** One store's share of a round: a full queue of one project does not hold up the others. */
const CLAIMED_MAX = 16;
const STORES_AT_ONCE = 8;
/** How soon jobs that another process added are noticed. */
const LOOK_EVERY_MS = 1000;
const TIMER_MS_MAX = 60_000;
const ERROR_LENGTH_MAX = 1000;

interface RunnerOptions {
  readonly store: JobsStore;
  readonly noted: NotedStores;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isShared: boolean;
  readonly owner: string;
}

export interface Runner {
  /** A job of the store may run from this time on. */
  wake(store: StoreName, atMs: number): void;
  forget(store: StoreName): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  runUntilIdle(): Promise<void>;
}

/** Claims and does the jobs of the stores that have some; between them nothing runs but a timer for the next due job. */
export function createRunner(options: RunnerOptions): Runner {
  const { noted, clock, logger, isShared } = options;
  /** When each store with jobs is to be looked at. */
  const dueAt = new Map<StoreName, number>();
  const running = new Map<StoreName, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isStarted = false;

  const look = async (): Promise<void> => {
    for (const one of await noted.list()) if (!dueAt.has(one)) dueAt.set(one, clock.now());
  };

  const drain = async (one: StoreName): Promise<void> => {
    try {
      const next = await runDue(one, options);
      const dueSince = dueAt.get(one);
      if (next !== undefined) dueAt.set(one, Math.min(next, dueSince ?? next));
      else if (dueSince === undefined) await noted.forgetWhenOld(one);
    } catch (error) {
      logger.warn({ store: one, err: { message: String(error) } }, 'The job queue of a store could not be run.');
      dueAt.set(one, clock.now() + LOOK_EVERY_MS);
    }
  };

  const startDue = (): void => {
    const now = clock.now();
    for (const [one, at] of dueAt) {
      if (running.size >= STORES_AT_ONCE) return;
      if (at > now || running.has(one)) continue;
      dueAt.delete(one);
      const work = drain(one).finally(() => {
        running.delete(one);
        schedule();
      });
      running.set(one, work);
    }
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (!isStarted) return;
    startDue();
    let next = Number.POSITIVE_INFINITY;
    for (const [one, at] of dueAt) if (at < next && !running.has(one)) next = at;
    if (running.size >= STORES_AT_ONCE || next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(schedule, Math.min(Math.max(next - clock.now(), 1), TIMER_MS_MAX)).unref();
  };

  let looking: NodeJS.Timeout | undefined;
  const lookAgain = (): void => {
    look()
      .then(schedule)
      .catch((error: unknown) => logger.warn({ err: { message: String(error) } }, 'Stores with jobs are unknown.'));
  };

  return {
    wake(one, atMs) {
      dueAt.set(one, Math.min(atMs, dueAt.get(one) ?? atMs));
      schedule();
    },
    forget(one) {
      dueAt.delete(one);
    },
    async start() {
      isStarted = true;
      await look();
      schedule();
      if (isShared) looking = setInterval(lookAgain, LOOK_EVERY_MS).unref();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      clearInterval(looking);
      await Promise.all(running.values());
    },
    async runUntilIdle() {
      await look();
      for (;;) {
        // One that ends may have started the next.
        while (running.size > 0) await Promise.all(running.values());
        const due = [...dueAt].filter(([, at]) => at <= clock.now()).map(([one]) => one);
        if (due.length === 0) return;
        for (const one of due) dueAt.delete(one);
        await Promise.all(due.map(drain));
      }
    },
  };
}

/** Does one store's share of due jobs. Gives the time of the next one, undefined when the queue is empty. */
async function runDue(store: StoreName, options: RunnerOptions): Promise<number | undefined> {
  const { clock, owner } = options;
  const nowMs = clock.now();
  // A look costs no write; most looks of a process that shares the database find nothing.
  const next = await options.store.nextRunAt(store);
  if (next === undefined || next > nowMs) return next;
  const claimed = await options.store.claim(store, { owner, nowMs, untilMs: nowMs + LEASE_MS }, CLAIMED_MAX);
  await Promise.all(claimed.map((row) => runOne(options, jobOf(store, row))));
  return await options.store.nextRunAt(store);
}

function jobOf(store: StoreName, row: Row): Job {
  return {
    id: String(row['id']),
    store,
    kind: String(row['kind']),
    payload: JSON.parse(String(row['payload'])) as JsonValue,
    attempt: Number(row['attempts']),
    createdAt: String(row['created_at']),
  };
}

async function runOne({ store, handlers, owner, clock, logger }: RunnerOptions, job: Job): Promise<void> {
  const { id } = job;
  try {
    const handle = handlers.get(job.kind);
    if (handle === undefined) throw new Error(`Nobody does jobs of kind '${job.kind}'.`);
    await handle(job);
    await store.finish(job.store, id, owner);
  } catch (error) {
    const delayMs = error instanceof HopelessJob ? undefined : retryDelayMs(job.attempt);
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH_MAX);
    const fields = { job: id, kind: job.kind, store: job.store, attempt: job.attempt, err: { message: text } };
    if (delayMs === undefined) {
      logger.error(fields, 'A job was given up.');
      await store.giveUp(job.store, { id, owner, error: text });
    } else {
      logger.warn(fields, 'A job failed and will be tried again.');
      await store.retry(job.store, { id, owner, runAtMs: clock.now() + delayMs, error: text });
    }
  }
}
