import type { Caller, Project } from '../../../../callers/index.ts';
import { failureOf } from '../../../../http/index.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { functionNotFound } from '../../definitions/function-definition.ts';
import type { FunctionSet } from '../../definitions/function-sets.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import type { FinishedRun, Invocation } from '../../execution/invocation/invocation.ts';
import { invokeRequest } from '../../execution/invocation/invoke-request.ts';
import { chosenFailure } from '../../execution/invocation/invoke-result.ts';
import { runFunction } from '../../execution/run-function.ts';
import type { FunctionJob } from '../../jobs/function-job.ts';
import type { JobRunEnd } from '../../jobs/job-policy.ts';

/** These 4xx statuses mean temporary failures of the service or a provider, so they are retried. */
const PASSING: readonly number[] = [408, 425, 429];

export interface JobRunContext extends ExecutionContext {
  readonly showUser: (project: Project, id: string) => Promise<object | undefined>;
}

/** `postponed`: the function could not start. */
export type JobRunResult = JobRunEnd | { readonly kind: 'postponed'; readonly delayMs: number };

/** A job whose run is recorded as started in the database. */
export type StartedJob = FunctionJob & { readonly runId: string };

export async function runJob(context: JobRunContext, project: Project, job: StartedJob): Promise<JobRunResult> {
  try {
    const set = await context.sets.get(project.store);
    const definition = set.definitions.get(job.functionName);
    if (definition?.enabled !== true || definition.trigger !== 'http') throw functionNotFound();
    return endOf(await runFunction(context, await invocationOf(context, { project, set, definition }, job)));
  } catch (error) {
    const { code, message, status } = failureOf(error);
    if (code === 'internal_error') context.onError(error);
    const isFinal = status < 500 && !PASSING.includes(status);
    return { kind: 'failed', error: `${code}: ${message}`, isFinal };
  }
}

async function invocationOf(
  context: JobRunContext,
  { project, set, definition }: { project: Project; set: FunctionSet; definition: Invocation['definition'] },
  job: StartedJob,
): Promise<Invocation> {
  const caller = await callerOf(context, project, job);
  const payload = job.payload ?? undefined;
  return {
    project,
    set,
    definition,
    trigger: 'later',
    caller,
    causedBy: job.orderedBy,
    user: caller.kind === 'user' ? ((await context.showUser(project, caller.user.id)) ?? null) : null,
    payload,
    request: invokeRequest(context.addresses.publicUrl, project.id, definition.name, payload),
    requestId: job.runId,
    runId: job.runId,
    depth: 0,
    changeDepth: job.depth,
    attempt: job.attempt,
    repeatKey: job.id,
    job: { id: job.id, attempt: job.attempt, due_at: isoTime(job.dueAtMs) },
  };
}

/** The caller that ordered the job, with current rights: a disabled or deleted user counts as anonymous. */
async function callerOf({ renewUser }: JobRunContext, project: Project, job: StartedJob): Promise<Caller> {
  if (job.userId !== null) {
    const user = await renewUser(project, { id: job.userId, email: null, verifiedEmail: null, role: null });
    return user === undefined ? { kind: 'anonymous' } : { kind: 'user', user };
  }
  return job.callerKind === 'secret' ? { kind: 'secret', id: job.orderedBy } : { kind: 'anonymous' };
}

function endOf({ run, outcome }: FinishedRun): JobRunResult {
  if (outcome.kind === 'busy' || outcome.kind === 'unhealthy')
    return { kind: 'postponed', delayMs: outcome.retryAfterSeconds * 1000 };
  if (run.status === 'succeeded') return { kind: 'succeeded' };
  const isFinal = outcome.kind === 'thrown' && chosenFailure(outcome) !== undefined;
  return { kind: 'failed', error: run.error ?? 'The function failed.', isFinal };
}
