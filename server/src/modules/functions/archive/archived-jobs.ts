import { Type } from 'typebox';
import { type ArchiveRecord, UnfitRecord } from '../../../archive/format/index.ts';
import {
  createRecordReader,
  type Loading,
  type SectionSaving,
  storingRecords,
  timeOf,
  timeOrNull,
  uuidOf,
} from '../../../archive/sections/index.ts';
import type { Database, StoreName } from '../../../database/index.ts';
import { isoTime } from '../../../platform/clock.ts';
import { inPieces } from '../../../platform/in-pieces.ts';
import { FUNCTION_NAME } from '../definitions/function-definition.ts';
import type { FunctionJob } from '../jobs/function-job.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import { KEY_CHARACTERS_MAX, PAYLOAD_BYTES_MAX, RETRIES_MAX } from '../jobs/read-order.ts';

const AT_ONCE = 50;

const nullable = (maxLength: number) => Type.Union([Type.String({ maxLength }), Type.Null()]);
const number = Type.Integer({ minimum: 0 });

export const jobRecord = Type.Object({
  job: Type.String(),
  function: Type.String(),
  due_at: Type.String(),
  attempt: number,
  retries: Type.Integer({ minimum: 0, maximum: RETRIES_MAX }),
  retries_left: Type.Integer({ minimum: 0, maximum: RETRIES_MAX }),
  interruptions: number,
  key: nullable(2 * KEY_CHARACTERS_MAX),
  payload: nullable(PAYLOAD_BYTES_MAX),
  ordered_by: Type.String({ maxLength: 200 }),
  caller_kind: Type.Enum(['anonymous', 'user', 'secret']),
  user_id: nullable(40),
  depth: number,
  created_at: Type.String(),
  started_at: nullable(40),
  error: nullable(100_000),
});

const readJob = createRecordReader(jobRecord);

export interface ArchivedJobsContext {
  readonly database: Database;
  readonly jobsStore: JobsStore;
  readonly noteWork: (store: StoreName, dueAtMs: number) => Promise<void> | undefined;
  readonly wake: (store: StoreName, dueAtMs: number) => void;
}

export async function saveJobs({ jobsStore }: ArchivedJobsContext, { snapshot, record }: SectionSaving): Promise<void> {
  for await (const page of snapshot.rows(jobsStore.waitingStatement)) {
    for (const job of jobsStore.read(page)) await record(recordOf(job));
  }
}

function recordOf(job: FunctionJob) {
  return {
    job: job.id,
    function: job.functionName,
    due_at: isoTime(job.dueAtMs),
    attempt: job.attempt,
    retries: job.retries,
    retries_left: job.retriesLeft,
    interruptions: job.interruptions,
    key: job.key,
    payload: job.payload,
    ordered_by: job.orderedBy,
    caller_kind: job.callerKind,
    user_id: job.userId,
    depth: job.depth,
    created_at: job.createdAt,
    started_at: job.startedAt,
    error: job.error,
  };
}

export function openJobLoad({ database, jobsStore, noteWork, wake }: ArchivedJobsContext, loading: Loading) {
  const { store } = loading.project;
  let firstDueMs = Number.POSITIVE_INFINITY;
  return {
    async take(records: readonly ArchiveRecord[]): Promise<void> {
      const jobs = records.map((record) => jobOf(record, loading.isPaused));
      for (const { dueAtMs } of jobs) firstDueMs = Math.min(firstDueMs, dueAtMs);
      for (const piece of inPieces(jobs, AT_ONCE)) {
        await storingRecords(() =>
          database.load(
            store,
            piece.map((job) => jobsStore.insertStep(job)),
          ),
        );
      }
    },
    async finish(): Promise<void> {
      if (loading.isPaused || firstDueMs === Number.POSITIVE_INFINITY) return;
      await noteWork(store, firstDueMs);
      wake(store, firstDueMs);
    },
  };
}

function jobOf(record: ArchiveRecord, isPaused: boolean): FunctionJob {
  const job = readJob(record);
  if (!FUNCTION_NAME.test(job.function)) throw new UnfitRecord('A job belongs to a function with an impossible name.');
  return {
    id: uuidOf(job.job),
    functionName: job.function,
    state: 'waiting',
    isPaused,
    dueAtMs: Date.parse(timeOf(job.due_at)),
    attempt: job.attempt,
    retries: job.retries,
    retriesLeft: job.retries_left,
    interruptions: job.interruptions,
    key: job.key,
    payload: requireJson(job.payload),
    orderedBy: job.ordered_by,
    callerKind: job.caller_kind,
    userId: job.user_id === null ? null : uuidOf(job.user_id),
    depth: job.depth,
    createdAt: timeOf(job.created_at),
    startedAt: timeOrNull(job.started_at),
    endedAt: null,
    error: job.error,
    runId: null,
  };
}

function requireJson(text: string | null): string | null {
  if (text === null) return null;
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new UnfitRecord('The payload of a job is not JSON.');
  }
}
