import type { Caller } from '../../../callers/index.ts';

export const JOB_STATES = ['waiting', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export interface FunctionJob {
  readonly id: string;
  readonly functionName: string;
  readonly state: JobState;
  /** The job waits until its project, which was restored paused, is resumed. */
  readonly isPaused: boolean;
  readonly dueAtMs: number;
  readonly attempt: number;
  readonly retries: number;
  readonly retriesLeft: number;
  /** Number of runs cut off because their process ended, since the job was ordered or retried by hand. */
  readonly interruptions: number;
  readonly key: string | null;
  readonly payload: string | null;
  /** The cause recorded with its runs, such as `function:<name>` or `secret:<id>`. */
  readonly orderedBy: string;
  readonly callerKind: Caller['kind'];
  readonly userId: string | null;
  /** Length of the chain of row changes that led to the job. */
  readonly depth: number;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly error: string | null;
  readonly runId: string | null;
}
