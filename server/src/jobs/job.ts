import type { StoreName } from '../database/index.ts';
import type { JsonValue } from '../database/schema/index.ts';

/** Deferred work, which runs at least once if the transaction that enqueued it commits. */
export interface NewJob {
  readonly kind: string;
  readonly payload: JsonValue;
  readonly runAtMs?: number;
  readonly id?: string;
}

export interface Job {
  readonly id: string;
  readonly store: StoreName;
  readonly kind: string;
  readonly payload: JsonValue;
  /** Number of this attempt, from 1. */
  readonly attempt: number;
  readonly createdAt: string;
}

/** Runs one job. When it throws, the job waits and runs again, until `retryDelayMs` gives up. */
export type JobHandler = (job: Job) => Promise<void>;

/** A handler throws this when it is too early for the job, which runs again later. The attempt does not count. A cause is logged. */
export class PostponedJob extends Error {
  readonly delayMs: number;

  constructor(message: string, delayMs: number, options?: ErrorOptions) {
    super(message, options);
    this.delayMs = delayMs;
  }
}

/** A handler throws this for a failure that no retry can fix. The job is given up at once. */
export class HopelessJob extends Error {}
