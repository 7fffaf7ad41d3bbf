import type { StoreName } from '../../../database/database.ts';
import type { LogLine } from '../runtime/index.ts';

export const RUN_TRIGGERS = ['http', 'webhook', 'schedule', 'manual', 'later', 'change'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const RUN_STATUSES = ['running', 'succeeded', 'failed', 'timeout', 'lost', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One run of a function, while it runs and afterwards. Texts hold no values of secrets. */
export interface Run {
  readonly id: string;
  readonly store: StoreName;
  readonly functionName: string;
  readonly trigger: RunTrigger;
  /** Cause of the run: `anonymous`, `user:<id>`, `secret:<id>`, `function:<name>`, `schedule`. */
  readonly caller: string;
  /** ISO time of the schedule. */
  readonly scheduledFor: string | null;
  /** The delivery of a webhook that the run received. */
  readonly deliveryId: string | null;
  /** Which try of its schedule, from 1. */
  readonly attempt: number;
  readonly startedMs: number;
  /** After this it cannot be running any more. */
  readonly deadlineMs: number;
  /** JSON text, or null when there is none. */
  readonly payload: string | null;
  /** JSON text of what a webhook was sent. */
  readonly request: string | null;
  readonly log: LogLine[];
  /** So many of its lines are in the log of all functions. */
  storedLines: number;
  status: RunStatus;
  durationMs: number | null;
  /** With the stack, in places of the sources. */
  error: string | null;
}
