import type { FunctionContext } from '../function-context.ts';
import { timeoutOf } from '../function-definition.ts';
import type { Invocation } from '../invocation.ts';
import { redactJson } from '../secrets/redact.ts';
import type { Run } from './run.ts';

/** A run may wait in the queue of its project, and its end must be written down. */
const GRACE_MS = 60_000;

/** The record of a run that begins now. */
export function newRun(context: FunctionContext, invocation: Invocation): Run {
  const { ids, clock } = context;
  const { project, set, definition, trigger, causedBy, payload, savedRequest, scheduledFor, attempt } = invocation;
  const startedMs = clock.now();
  return {
    id: invocation.runId ?? ids(),
    store: project.store,
    functionName: definition.name,
    trigger,
    caller: causedBy,
    scheduledFor: scheduledFor ?? null,
    attempt: attempt ?? 1,
    startedMs,
    deadlineMs: startedMs + timeoutFor(context, invocation) + GRACE_MS,
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
export function timeoutFor({ clock }: FunctionContext, { definition, endsAtMs }: Invocation): number {
  const own = timeoutOf(definition);
  return endsAtMs === undefined ? own : Math.max(1, Math.min(own, endsAtMs - clock.now()));
}
