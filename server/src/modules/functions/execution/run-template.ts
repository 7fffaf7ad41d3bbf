import { ServiceError } from '../../../platform/errors.ts';
import type { PreparedCall, Template } from '../definitions/template.ts';
import { newRun } from '../records/new-run.ts';
import type { Run } from '../records/run.ts';
import { unstoredLines } from '../records/run-lines.ts';
import { redactJson } from '../secrets/redact.ts';
import type { ExecutionContext } from './invocation/execution-context.ts';
import type { FinishedRun, Invocation } from './invocation/invocation.ts';
import { invokeResult } from './invocation/invoke-result.ts';

interface RunningTemplate {
  readonly context: ExecutionContext;
  readonly invocation: Invocation;
  readonly run: Run;
  readonly startedAt: number;
}

export async function runTemplate(
  context: ExecutionContext,
  invocation: Invocation,
  template: Template,
): Promise<FinishedRun> {
  const running = { context, invocation, run: newRun(context, invocation), startedAt: performance.now() };
  const prepared = await recordingRefusal(running, () => prepare(running, template));
  await recordingRefusal(running, () => begin(running, prepared));
  let data: unknown;
  try {
    data = await prepared.perform(invocation.onText);
  } catch (error) {
    return await end(running, prepared, { error: redactedError(running, error) });
  }
  return await end(running, prepared, { data });
}

function prepare({ invocation, run }: RunningTemplate, template: Template): Promise<PreparedCall> {
  const { project, caller, depth, trigger, network = '', payload, repeatKey } = invocation;
  return template.prepare({
    project,
    caller,
    // The project's own code creates jobs, just as it makes nested calls.
    isNested: depth > 0 || trigger === 'later',
    network,
    payload: payload === undefined ? undefined : JSON.parse(payload),
    runId: run.id,
    repeatKey: repeatKey ?? run.id,
  });
}

async function begin({ context, invocation, run }: RunningTemplate, { charge }: PreparedCall): Promise<void> {
  const { database, runsStore } = context;
  try {
    await database.write(invocation.project.store, [...charge.hold, runsStore.saveStep([run])]);
  } catch (error) {
    const refusal = charge.refusalOf(error);
    if (refusal !== undefined) charge.noted();
    throw refusal ?? error;
  }
}

type Result = { readonly data: unknown } | { readonly error: unknown };

async function end({ context, invocation, run, startedAt }: RunningTemplate, { charge }: PreparedCall, result: Result) {
  const { project, set, requestId, keepAnswer } = invocation;
  const { database, runsStore } = context;
  const durationMs = Math.round(performance.now() - startedAt);
  run.durationMs = durationMs;
  const save = (steps: PreparedCall['charge']['settle']) =>
    database.write(project.store, [...steps, runsStore.saveStep([run])]);
  if ('error' in result) {
    fail(run, result.error);
    await save([...charge.release, ...context.monitoring.lineSteps(project.store, unstoredLines(run))]);
    noteEnd(context, run);
    throw result.error;
  }
  run.status = 'succeeded';
  const json = result.data === undefined ? undefined : redactJson(set.redact, JSON.stringify(result.data));
  const ended: FinishedRun = { run, outcome: { kind: 'value', json }, durationMs, isRecorded: true };
  const kept = keepAnswer === undefined ? [] : [keepAnswer(invokeResult(ended, requestId, set.redact).body)];
  await save([...charge.settle, ...kept]);
  charge.noted();
  noteEnd(context, run);
  return ended;
}

/** A call refused before it began is recorded too, but nothing waits for that record to be stored. */
async function recordingRefusal<Value>(running: RunningTemplate, work: () => Promise<Value>): Promise<Value> {
  const { context, run, startedAt } = running;
  try {
    return await work();
  } catch (error) {
    const told = redactedError(running, error);
    run.durationMs = Math.round(performance.now() - startedAt);
    fail(run, told);
    context.recorder.start(run);
    const full = context.recorder.finish(run);
    noteEnd(context, run);
    if (full !== undefined) await full;
    throw told;
  }
}

function noteEnd({ retention, monitoring }: ExecutionContext, { store, functionName, status }: Run): void {
  monitoring.countRun(store, status !== 'succeeded');
  retention.noted(store, functionName);
}

function fail(run: Run, error: unknown): void {
  run.status = 'failed';
  run.error = error instanceof ServiceError ? `${error.code}: ${error.message}` : 'internal_error';
}

/** Redacts credentials that a provider repeats in its error message. */
function redactedError({ invocation }: RunningTemplate, error: unknown): unknown {
  if (!(error instanceof ServiceError)) return error;
  const { code, message, details, retryAfterSeconds, limit, cause } = error;
  return new ServiceError(code, invocation.set.redact(message), {
    cause,
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(limit !== undefined && { limit }),
  });
}
