import type { StoreName } from '../database/database.ts';
import type { JsonValue } from '../database/schema/table.ts';

/** Work that is done later, at least once, because a transaction that committed said so. */
export interface NewJob {
  /** Chooses the handler. */
  readonly kind: string;
  readonly payload: JsonValue;
  /** Milliseconds since 1970; now when not said. */
  readonly runAtMs?: number;
  /** UUIDv7; made up when not said. The handler must do nothing twice for one id. */
  readonly id?: string;
}

export interface Job {
  readonly id: string;
  readonly store: StoreName;
  readonly kind: string;
  readonly payload: JsonValue;
  /** Which try this is, from 1. */
  readonly attempt: number;
  readonly createdAt: string;
}

/** Does one job. What it throws makes the job wait and run again, until `retryDelayMs` gives up. */
export type JobHandler = (job: Job) => Promise<void>;

/** Thrown by a handler whose time has not come after all: the job runs again later, and this was no try. */
export class PostponedJob extends Error {
  readonly delayMs: number;

  constructor(message: string, delayMs: number) {
    super(message);
    this.delayMs = delayMs;
  }
}

/** Thrown by a handler for what no repetition can mend: the job is given up at once. */
export class HopelessJob extends Error {}
