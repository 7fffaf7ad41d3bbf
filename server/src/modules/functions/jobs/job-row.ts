import type { ExpressionBuilder, RawBuilder } from 'kysely';
import { type FunctionJob, JOB_STATES } from './function-job.ts';

/** The stored state of a job that waits until its project is resumed: no query for due jobs finds it. */
export const PAUSED = 'paused';

export const WAITING: readonly string[] = ['waiting', PAUSED];

export interface JobRow {
  id: string;
  function: string;
  state: string;
  due_at_ms: number;
  attempt: number;
  retries: number;
  retries_left: number;
  interruptions: number;
  request_key: string | null;
  held_key: string | null;
  payload: string | null;
  ordered_by: string;
  caller_kind: string;
  user_id: string | null;
  depth: number;
  created_at: string;
  started_at: string | null;
  ended_at: string | null;
  error: string | null;
  run_id: string | null;
  lease_owner: string | null;
  lease_until_ms: number;
}

/** Payloads can be large, and lists do not show them. */
export const LISTED_COLUMNS = [
  'id',
  'function',
  'state',
  'due_at_ms',
  'attempt',
  'retries',
  'retries_left',
  'interruptions',
  'request_key',
  'held_key',
  'ordered_by',
  'caller_kind',
  'user_id',
  'depth',
  'created_at',
  'started_at',
  'ended_at',
  'error',
  'run_id',
  'lease_owner',
  'lease_until_ms',
] as const satisfies readonly Exclude<keyof JobRow, 'payload'>[];

export interface JobTables {
  _function_jobs: JobRow;
}

export interface LeaseTerms {
  readonly owner: string;
  readonly isSole: boolean;
  /** The database's clock, because the clocks of processes may differ. */
  readonly databaseNow: RawBuilder<number>;
}

/** True for a running job whose process has died. */
export function isAbandoned({ owner, isSole, databaseNow }: LeaseTerms) {
  return (eb: ExpressionBuilder<JobTables, '_function_jobs'>) =>
    isSole ? eb('lease_owner', '!=', owner) : eb('lease_until_ms', '<=', databaseNow);
}

export function jobOf(row: JobRow): FunctionJob {
  return {
    id: row.id,
    functionName: row.function,
    state: row.state === PAUSED ? 'waiting' : (JOB_STATES.find((state) => state === row.state) ?? 'failed'),
    isPaused: row.state === PAUSED,
    dueAtMs: Number(row.due_at_ms),
    attempt: Number(row.attempt),
    retries: Number(row.retries),
    retriesLeft: Number(row.retries_left),
    interruptions: Number(row.interruptions),
    key: row.request_key,
    payload: row.payload,
    orderedBy: row.ordered_by,
    callerKind: row.caller_kind === 'user' || row.caller_kind === 'secret' ? row.caller_kind : 'anonymous',
    userId: row.user_id,
    depth: Number(row.depth),
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    error: row.error,
    runId: row.run_id,
  };
}

export function rowOf(job: FunctionJob): JobRow {
  return {
    id: job.id,
    function: job.functionName,
    state: job.isPaused ? PAUSED : job.state,
    due_at_ms: job.dueAtMs,
    attempt: job.attempt,
    retries: job.retries,
    retries_left: job.retriesLeft,
    interruptions: job.interruptions,
    request_key: job.key,
    held_key: job.state === 'waiting' ? job.key : null,
    payload: job.payload,
    ordered_by: job.orderedBy,
    caller_kind: job.callerKind,
    user_id: job.userId,
    depth: job.depth,
    created_at: job.createdAt,
    started_at: job.startedAt,
    ended_at: job.endedAt,
    error: job.error,
    run_id: job.runId,
    lease_owner: null,
    lease_until_ms: 0,
  };
}
