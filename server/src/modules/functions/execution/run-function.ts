import { createStackMap } from '../definitions/map-stack.ts';
import { newRun, timeoutFor } from '../records/new-run.ts';
import type { Run } from '../records/run.ts';
import type { CallOutcome, FunctionCall, LogLine } from '../runtime/index.ts';
import { createBridge } from './bridge/bridge.ts';
import type { ExecutionContext } from './invocation/execution-context.ts';
import type { FinishedRun, Invocation } from './invocation/invocation.ts';
import { UNHEALTHY } from './invocation/invoke-result.ts';
import { runTemplate } from './run-template.ts';

const ERROR_CHARACTERS_MAX = 32_768;

/** Never rejects because of a deployed function; a template function throws the error that its caller receives. */
export async function runFunction(context: ExecutionContext, invocation: Invocation): Promise<FinishedRun> {
  const { project, set, definition } = invocation;
  const { recorder } = context;
  const template = definition.origin === 'template' ? context.templates.get(definition.name) : undefined;
  if (template !== undefined) return await runTemplate(context, invocation, template);
  const startedAt = performance.now();
  const timeoutMs = timeoutFor(context, invocation);
  const run = newRun(context, invocation);
  recorder.start(run);
  if (invocation.isDurable === true) await recorder.flush(project.store);
  const outcome = await callRuntime(context, invocation, { run, timeoutMs });
  const durationMs = Math.round(performance.now() - startedAt);
  if (invocation.isAwaited !== true && (outcome.kind === 'busy' || outcome.kind === 'unhealthy')) {
    recorder.drop(run);
    return { run, outcome, durationMs, isRecorded: false };
  }
  run.status = statusOf(outcome);
  run.durationMs = durationMs;
  const mapped = await withSourcePlaces(context, invocation, outcome);
  const error = errorOf(mapped, timeoutMs);
  // The record keeps only the start of a very long stack.
  run.error = error === null ? null : set.redact(error).slice(0, ERROR_CHARACTERS_MAX);
  context.monitoring.countRun(project.store, run.status !== 'succeeded');
  const full = recorder.finish(run);
  context.retention.noted(project.store, run.functionName);
  if (full !== undefined) await full;
  return { run, outcome: mapped, durationMs, isRecorded: true };
}

function callRuntime(
  context: ExecutionContext,
  invocation: Invocation,
  { run, timeoutMs }: { run: Run; timeoutMs: number },
): Promise<CallOutcome> {
  const { project, set, definition, payload, request, user } = invocation;
  const endsAtMs = context.clock.now() + timeoutMs;
  const onLog = (line: LogLine): void => {
    run.log.push({ ...line, message: set.redact(line.message) });
    context.recorder.logged(run);
  };
  const call: FunctionCall = {
    functionName: definition.name,
    runId: run.id,
    projectId: project.id,
    kind: KINDS[invocation.trigger],
    payload,
    request,
    user,
    secrets: set.secrets,
    timeoutMs,
    isNested: invocation.depth > 0,
    isBackground: invocation.trigger === 'later' || invocation.trigger === 'change',
    job: invocation.job,
    delivery: invocation.delivery,
    onLog,
    bridge: createBridge(context, { invocation, endsAtMs, run: (nested) => runFunction(context, nested) }),
  };
  return context.runtime.call(set.program, call);
}

const KINDS = {
  http: 'http',
  webhook: 'webhook',
  schedule: 'scheduled',
  manual: 'manual',
  later: 'http',
  change: 'webhook',
} as const;

function statusOf({ kind }: CallOutcome): Run['status'] {
  if (kind === 'value' || kind === 'response') return 'succeeded';
  return kind === 'timeout' ? 'timeout' : 'failed';
}

async function withSourcePlaces(
  { versionsStore, onError }: ExecutionContext,
  { project, definition }: Invocation,
  outcome: CallOutcome,
): Promise<CallOutcome> {
  if (outcome.kind !== 'thrown' || outcome.stack === '') return outcome;
  try {
    const sourceMap = await versionsStore.sourceMap(project.store, definition.versionId);
    if (sourceMap === undefined) return outcome;
    return { ...outcome, stack: createStackMap(definition.name, sourceMap).map(outcome.stack) };
  } catch (error) {
    onError(error);
    return outcome;
  }
}

function errorOf(outcome: CallOutcome, timeoutMs: number): string | null {
  switch (outcome.kind) {
    case 'thrown':
      return outcome.stack === '' ? `${outcome.name}: ${outcome.message}` : outcome.stack;
    case 'timeout':
      return `The function exceeded its time limit of ${timeoutMs} ms.`;
    case 'out_of_memory':
      return 'The function exceeded its memory limit.';
    case 'crashed':
      return 'The process that ran the function ended.';
    case 'too_large':
      return 'The answer of the function is larger than 6 MB.';
    case 'busy':
      return 'Too many functions of the project ran at once.';
    case 'unhealthy':
      return UNHEALTHY[outcome.reason];
    default:
      return null;
  }
}
