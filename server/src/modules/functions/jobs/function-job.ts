import type { Caller } from '../../../callers/index.ts';

export const JOB_STATES = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** A run of an `http` function that was ordered for now or later. */
export interface FunctionJob {
  readonly id: string;
  readonly functionName: string;
  readonly state: JobState;
  readonly dueAtMs: number;
  /** How many runs were started for it so far. */
  readonly attempt: number;
  /** How many repeats after failures were ordered. */
  readonly retries: number;
  readonly retriesLeft: number;
  /** How often a run of it was cut off by the end of its process, since it was ordered or retried by hand. */
  readonly interruptions: number;
  readonly key: string | null;
  /** JSON text. */
  readonly payload: string | null;
  /** The cause that its runs are recorded with, such as `function:<name>` or `secret:<id>`. */
  readonly orderedBy: string;
  readonly callerKind: Caller['kind'];
  readonly userId: string | null;
  /** How many changes of rows led to the order, one from another. */
  readonly depth: number;
  /** ISO times. */
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly error: string | null;
  readonly runId: string | null;
}
