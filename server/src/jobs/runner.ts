import type { Row, StoreName } from '../database/index.ts';
import { isDatabaseFailure } from '../database/index.ts';
import type { JsonValue } from '../database/schema/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { type DueStores, RECHECK_MS } from './due-stores.ts';
import { HopelessJob, type Job, type JobHandler, PostponedJob } from './job.ts';
import type { JobsStore } from './jobs-store.ts';
import { retryDelayMs } from './retry-policy.ts';
import { createStoreLimit } from './store-limit.ts';

/** Other processes may take over a job after this time. A live process renews its leases well before. */
const LEASE_MS = 9000;
const RENEW_EVERY_MS = 3000;
/** One store's share of a round, so that a full queue of one project does not delay others. */
const CLAIMED_MAX = 16;
/** How soon a process notices jobs that another process added or left behind. */
const POLL_MS = 1000;
const POLLED_MAX = 256;
const TIMER_MS_MAX = 60_000;
const ERROR_LENGTH_MAX = 1000;

interface RunnerOptions {
  readonly store: JobsStore;
  readonly dueStores: DueStores;
  readonly handlers: ReadonlyMap<string, JobHandler>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly isShared: boolean;
  readonly owner: string;
  readonly patienceMs?: number | undefined;
}

export interface Runner {
  wake(store: StoreName, atMs: number): void;
  forget(store: StoreName): void;
  start(): Promise<void>;
  stop(): Promise<void>;
  runUntilIdle(): Promise<void>;
}

/** Claims and runs the jobs of the stores that have some. While idle, only a timer for the next due job runs. */
export function createRunner(options: RunnerOptions): Runner {
  const { dueStores, clock, logger, isShared } = options;
  const dueAt = new Map<StoreName, number>();
  const limit = createStoreLimit(() => schedule(), options.patienceMs);
  let timer: NodeJS.Timeout | undefined;
  let polling: NodeJS.Timeout | undefined;
  let isStarted = false;

  const scheduleCheck = (one: StoreName, atMs: number): void => {
    dueAt.set(one, Math.min(atMs, dueAt.get(one) ?? atMs));
  };

  const findAll = async (): Promise<void> => {
    for (const one of await dueStores.all()) scheduleCheck(one, clock.now());
  };

  const runRound = async (one: StoreName): Promise<void> => {
    const note = await dueStores.find(one);
    const next = await runDue(one, options);
    if (next !== undefined) scheduleCheck(one, next);
    const isFinal = note === undefined || (await dueStores.move(note, next));
    if (!isFinal && !isShared) scheduleCheck(one, clock.now() + RECHECK_MS);
  };

  const drain = async (one: StoreName): Promise<void> => {
    try {
      await runRound(one).catch(async (error: unknown) => {
        if (!isDatabaseFailure(error, 'dropped')) throw error;
        await dueStores.drop(one);
      });
    } catch (error) {
      logger.warn({ store: one, err: { message: String(error) } }, 'The job queue of a store could not be run.');
      scheduleCheck(one, clock.now() + POLL_MS);
    }
  };

  const startDue = (): void => {
    const now = clock.now();
    for (const [one, at] of dueAt) {
      if (!limit.hasRoom()) return;
      if (at > now || limit.has(one)) continue;
      dueAt.delete(one);
      limit.run(one, () => drain(one));
    }
  };

  const schedule = (): void => {
    clearTimeout(timer);
    if (!isStarted) return;
    startDue();
    let next = Number.POSITIVE_INFINITY;
    for (const [one, at] of dueAt) if (at < next && !limit.has(one)) next = at;
    if (!limit.hasRoom() || next === Number.POSITIVE_INFINITY) return;
    timer = setTimeout(schedule, Math.min(Math.max(next - clock.now(), 1), TIMER_MS_MAX)).unref();
  };

  const poll = async (): Promise<void> => {
    try {
      for (const { store } of await dueStores.due(POLLED_MAX)) scheduleCheck(store, clock.now());
      schedule();
    } catch (error) {
      logger.warn({ err: { message: String(error) } }, 'The stores with due jobs could not be read.');
    }
    if (isStarted) polling = setTimeout(poll, POLL_MS).unref();
  };

  return {
    wake(one, atMs) {
      scheduleCheck(one, atMs);
      schedule();
    },
    forget(one) {
      dueAt.delete(one);
    },
    async start() {
      isStarted = true;
      if (isShared) return await poll();
      for (const { store, dueMs } of await dueStores.expected()) scheduleCheck(store, dueMs);
      schedule();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      clearTimeout(polling);
      await limit.settled();
    },
    async runUntilIdle() {
      await findAll();
      for (;;) {
        // A job that ends may have started the next one.
        while (limit.size > 0) await limit.settled();
        const due = [...dueAt].filter(([, at]) => at <= clock.now()).map(([one]) => one);
        if (due.length === 0) return;
        for (const one of due) dueAt.delete(one);
        await Promise.all(due.map(drain));
      }
    },
  };
}

async function runDue(store: StoreName, options: RunnerOptions): Promise<number | undefined> {
  const { clock, owner } = options;
  const nowMs = clock.now();
  // Reads before claiming: when another process has already claimed the jobs, this saves a write.
  const next = await options.store.nextRunAt(store);
  if (next === undefined || next > nowMs) return next;
  const lease = { owner, nowMs, untilMs: nowMs + LEASE_MS };
  const claimed = await options.store.claim(store, lease, CLAIMED_MAX);
  await runClaimed(store, claimed, options);
  return await options.store.nextRunAt(store);
}

/** Waits for all jobs even when the end of one cannot be recorded: the others must keep their leases. */
async function runClaimed(store: StoreName, rows: readonly Row[], options: RunnerOptions): Promise<void> {
  const claimed = rows.map((row) => claimedJob(store, row));
  const running = new Set(claimed.map(({ id }) => id));
  const renewing = options.isShared ? startRenewing(store, running, options) : undefined;
  const run = (job: ClaimedJob) => runOne(options, job).finally(() => running.delete(job.id));
  const ended = await Promise.allSettled(claimed.map(run));
  clearInterval(renewing);
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

function startRenewing(store: StoreName, running: ReadonlySet<string>, options: RunnerOptions): NodeJS.Timeout {
  const { clock, owner, logger } = options;
  return setInterval(() => {
    const lease = { owner, ids: [...running], untilMs: clock.now() + LEASE_MS };
    options.store.renew(store, lease).catch((error: unknown) => {
      logger.warn({ store, err: { message: String(error) } }, 'The leases of jobs could not be renewed.');
    });
  }, RENEW_EVERY_MS).unref();
}

interface ClaimedJob extends Omit<Job, 'payload'> {
  readonly payloadText: string;
}

function claimedJob(store: StoreName, row: Row): ClaimedJob {
  return {
    id: String(row['id']),
    store,
    kind: String(row['kind']),
    payloadText: String(row['payload']),
    attempt: Number(row['attempts']),
    createdAt: String(row['created_at']),
  };
}

async function runOne({ store, handlers, owner, clock, logger }: RunnerOptions, claimed: ClaimedJob): Promise<void> {
  const { payloadText, ...job } = claimed;
  const { id, kind, attempt } = job;
  const fieldsOf = (text: string) => ({ job: id, kind, store: job.store, attempt, err: { message: text } });
  try {
    const handle = handlers.get(kind);
    if (handle === undefined) throw new Error(`There is no handler for jobs of kind '${kind}'.`);
    await handle({ ...job, payload: parsePayload(payloadText) });
    await store.finish(job.store, id, owner);
  } catch (error) {
    if (error instanceof PostponedJob) {
      if (error.cause !== undefined) logger.warn(fieldsOf(error.message), 'A job was postponed.');
      await store.postpone(job.store, { id, owner, runAtMs: clock.now() + error.delayMs });
      return;
    }
    const delayMs = error instanceof HopelessJob ? undefined : retryDelayMs(attempt);
    const text = (error instanceof Error ? error.message : String(error)).slice(0, ERROR_LENGTH_MAX);
    const fields = fieldsOf(text);
    if (delayMs === undefined) {
      logger.error(fields, 'A job failed for the last time.');
      await store.giveUp(job.store, { id, owner, error: text });
    } else {
      logger.warn(fields, 'A job failed and will be tried again.');
      await store.retry(job.store, { id, owner, runAtMs: clock.now() + delayMs, error: text });
    }
  }
}

function parsePayload(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new HopelessJob('The payload of the job cannot be read.', { cause });
  }
}
