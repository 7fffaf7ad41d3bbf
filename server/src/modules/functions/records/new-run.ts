import type { Project } from '../../../callers/index.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { timeoutOf } from '../definitions/function-definition.ts';
import type { FunctionSet } from '../definitions/function-sets.ts';
import { redactJson } from '../secrets/redact.ts';
import type { RecordsContext } from './records-context.ts';
import type { Run, RunTrigger } from './run.ts';

/** A run may wait in the queue of its project, and its end must be written down. */
const GRACE_MS = 60_000;

/** Why and with what a function runs, as far as its record tells it. */
export interface RunCause {
  readonly project: Project;
  readonly set: FunctionSet;
  readonly definition: FunctionDefinition;
  readonly trigger: RunTrigger;
  readonly causedBy: string;
  /** JSON text. */
  readonly payload: string | undefined;
  /** The request that a webhook received: JSON text. */
  readonly savedRequest?: string;
  /** A nested call ends with the one that made it. */
  readonly endsAtMs?: number;
  readonly scheduledFor?: string;
  /** The delivery of a webhook that the run receives. */
  readonly deliveryId?: string;
  readonly attempt?: number;
  /** Made up when not said. */
  readonly runId?: string;
}

/** The record of a run that begins now. */
export function newRun(context: Pick<RecordsContext, 'ids' | 'clock'>, cause: RunCause): Run {
  const { ids, clock } = context;
  const { project, set, definition, trigger, causedBy, payload, savedRequest, scheduledFor, attempt } = cause;
  const startedMs = clock.now();
  return {
    id: cause.runId ?? ids(),
    store: project.store,
    functionName: definition.name,
    trigger,
    caller: causedBy,
    scheduledFor: scheduledFor ?? null,
    deliveryId: cause.deliveryId ?? null,
    attempt: attempt ?? 1,
    startedMs,
    deadlineMs: startedMs + timeoutFor(context, cause) + GRACE_MS,
    payload: payload === undefined ? null : redactJson(set.redact, payload),
    request: savedRequest === undefined ? null : redactJson(set.redact, savedRequest),
    log: [],
    storedLines: 0,
    status: 'running',
    durationMs: null,
    error: null,
  };
}

/** A nested call ends with the one that made it. */
export function timeoutFor({ clock }: Pick<RecordsContext, 'clock'>, { definition, endsAtMs }: RunCause): number {
  const own = timeoutOf(definition);
  return endsAtMs === undefined ? own : Math.max(1, Math.min(own, endsAtMs - clock.now()));
}
