import type { Caller, Project } from '../../../callers/index.ts';
import type { Database, StoreName } from '../../../database/index.ts';
import { type Clock, isoTime } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { FunctionJob } from './function-job.ts';
import type { JobsStore } from './jobs-store.ts';
import type { JobOrder } from './read-order.ts';
import type { WaitingLimit } from './waiting-limit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The job that held the key may end between the failed insert and the read of that job. */
const TRIES_MAX = 10;

export interface OrderContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly jobsStore: JobsStore;
  readonly waitingLimit: WaitingLimit;
  readonly waitingMax: (project: Project) => number;
  readonly noteWork: (store: StoreName, dueAtMs: number) => Promise<void> | undefined;
  readonly wake: (store: StoreName, dueAtMs: number) => void;
}

/** The caller whose user and rights the job's runs have. */
export interface OrderedBy {
  readonly caller: Caller;
  readonly causedBy: string;
  readonly depth: number;
}

export interface JobTarget {
  readonly project: Project;
  readonly functionName: string;
  readonly order: JobOrder;
}

/** `isNew` is false when a job with the same key already existed. */
export interface OrderedJob {
  readonly job: FunctionJob;
  readonly isNew: boolean;
}

/** Durable when this resolves. Returns the job that holds the key, if any. Throws `rate_limited`. */
export async function orderJob(
  context: OrderContext,
  { project, functionName, order }: JobTarget,
  by: OrderedBy,
): Promise<OrderedJob> {
  const { store } = project;
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    const holder = order.key === null ? undefined : await findHolder(context, store, functionName, order.key);
    if (holder !== undefined) return { job: holder, isNew: false };
    await context.waitingLimit.take(store, context.waitingMax(project));
    const job = newJob(context, functionName, order, by);
    if (await insert(context, store, job)) return { job, isNew: true };
  }
  throw new ServiceError('overloaded', 'Too many requests with this key at once. Try again.');
}

async function findHolder({ jobsStore, clock }: OrderContext, store: StoreName, functionName: string, key: string) {
  const holder = await jobsStore.findHolder(store, functionName, key);
  const isFree = holder?.state === 'succeeded' && (holder.endedAt ?? '') < isoTime(clock.now() - DAY_MS);
  return isFree ? undefined : holder;
}

/** False when another job took the key meanwhile. */
async function insert(context: OrderContext, store: StoreName, job: FunctionJob): Promise<boolean> {
  const { database, jobsStore, clock } = context;
  await context.noteWork(store, job.dueAtMs);
  const freed = job.key === null ? [] : [keyFreed(jobsStore, job.functionName, job.key, clock.now())];
  const { results } = await database.write(store, [
    ...freed,
    { ...jobsStore.insertStep(job), afterWrite: () => context.wake(store, job.dueAtMs) },
  ]);
  const inserted = results.at(-1);
  return inserted?.kind === 'plain' && inserted.touched === 1;
}

function keyFreed(jobsStore: JobsStore, functionName: string, key: string, nowMs: number) {
  return jobsStore.freeKeyStep(functionName, key, isoTime(nowMs - DAY_MS));
}

function newJob(
  { ids, clock }: OrderContext,
  functionName: string,
  { dueAtMs, key, retries, payload }: JobOrder,
  { caller, causedBy, depth }: OrderedBy,
): FunctionJob {
  return {
    id: ids(),
    functionName,
    state: 'waiting',
    isPaused: false,
    dueAtMs,
    attempt: 0,
    retries,
    retriesLeft: retries,
    interruptions: 0,
    key,
    payload,
    orderedBy: causedBy,
    callerKind: caller.kind,
    userId: caller.kind === 'user' ? caller.user.id : null,
    depth,
    createdAt: isoTime(clock.now()),
    startedAt: null,
    endedAt: null,
    error: null,
    runId: null,
  };
}
