import type { Project } from '../../../callers/index.ts';
import type { FunctionDefinition } from '../definitions/function-definition.ts';
import { timeoutOf } from '../definitions/function-definition.ts';
import type { FunctionSet } from '../definitions/function-sets.ts';
import { redactJson } from '../secrets/redact.ts';
import type { RecordsContext } from './records-context.ts';
import type { Run, RunTrigger } from './run.ts';

const GRACE_MS = 60_000;

export interface RunCause {
  readonly project: Project;
  readonly set: FunctionSet;
  readonly definition: FunctionDefinition;
  readonly trigger: RunTrigger;
  readonly causedBy: string;
  readonly payload: string | undefined;
  readonly savedRequest?: string;
  /** A nested call must end when its calling run ends. */
  readonly endsAtMs?: number;
  readonly scheduledFor?: string;
  readonly deliveryId?: string;
  readonly job?: { readonly id: string };
  readonly attempt?: number;
  readonly runId?: string;
}

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
    jobId: cause.job?.id ?? null,
    attempt: attempt ?? 1,
    startedMs,
    deadlineMs: startedMs + timeoutFor(context, cause) + GRACE_MS,
    payload: payload === undefined ? null : redactJson(set.redact, payload),
    request: savedRequest === undefined ? null : redactJson(set.redact, savedRequest),
    log: [],
    storedLines: 0,
    isErrorStored: false,
    status: 'running',
    durationMs: null,
    error: null,
  };
}

export function timeoutFor({ clock }: Pick<RecordsContext, 'clock'>, { definition, endsAtMs }: RunCause): number {
  const own = timeoutOf(definition);
  return endsAtMs === undefined ? own : Math.max(1, Math.min(own, endsAtMs - clock.now()));
}
