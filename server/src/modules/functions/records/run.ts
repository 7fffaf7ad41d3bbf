import type { StoreName } from '../../../database/index.ts';
import type { LogLine } from '../runtime/index.ts';

export const RUN_TRIGGERS = ['http', 'webhook', 'schedule', 'manual', 'later', 'change'] as const;
export type RunTrigger = (typeof RUN_TRIGGERS)[number];

export const RUN_STATUSES = ['running', 'succeeded', 'failed', 'timeout', 'lost', 'skipped'] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** Its texts never contain values of secrets. */
export interface Run {
  readonly id: string;
  readonly store: StoreName;
  readonly functionName: string;
  readonly trigger: RunTrigger;
  /** Cause of the run: `anonymous`, `user:<id>`, `secret:<id>`, `function:<name>`, `schedule`. */
  readonly caller: string;
  readonly scheduledFor: string | null;
  readonly deliveryId: string | null;
  readonly jobId: string | null;
  readonly attempt: number;
  readonly startedMs: number;
  /** After this time the run can no longer be running. */
  readonly deadlineMs: number;
  readonly payload: string | null;
  readonly request: string | null;
  readonly log: LogLine[];
  /** Number of its lines that are already in the log of all functions. */
  storedLines: number;
  /** Whether its error is in that log. */
  isErrorStored: boolean;
  status: RunStatus;
  durationMs: number | null;
  /** Includes the stack, mapped to places in the sources. */
  error: string | null;
}
