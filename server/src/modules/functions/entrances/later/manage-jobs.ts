import { type Static, Type } from 'typebox';
import type { PlainStep, StoreName } from '../../../../database/index.ts';
import { isDatabaseFailure } from '../../../../database/index.ts';
import { type Answer, listingQuery, type MemberCall, readListing } from '../../../../http/index.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { ServiceError } from '../../../../platform/errors.ts';
import { parseUuid } from '../../../../platform/ids.ts';
import type { Audit } from '../../../audit/index.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import { type FunctionJob, JOB_STATES } from '../../jobs/function-job.ts';
import { inPortions } from '../../jobs/in-portions.ts';
import { type JobRow, jobOf } from '../../jobs/job-row.ts';
import type { JobsStore } from '../../jobs/jobs-store.ts';
import { jobSchema, presentJob, presentJobWhole, wholeJobSchema } from '../../jobs/present-job.ts';

const RESUMED_AT_ONCE = 1000;

export const jobsQuery = Type.Object({
  function: Type.Optional(Type.String({ description: 'The name of a function, even a deleted one.' })),
  state: Type.Optional(Type.Enum([...JOB_STATES])),
  ...listingQuery.properties,
});

export const jobsAnswer = Type.Object({
  data: Type.Array(jobSchema),
  count: Type.Integer(),
  paused: Type.Integer({
    description: 'The number of jobs that wait because the project was restored paused and is not resumed yet.',
  }),
});
export const jobAnswer = Type.Object({ data: wholeJobSchema, count: Type.Literal(1) });
export const resumedAnswer = Type.Object({ count: Type.Integer() });
export const orderedAnswer = Type.Object({ data: jobSchema, count: Type.Literal(1) });

export interface JobsContext extends ExecutionContext {
  readonly audit: Audit;
  readonly jobsStore: JobsStore;
  readonly noteWork: (store: StoreName, dueAtMs: number) => Promise<void> | undefined;
  readonly wake: (store: StoreName, dueAtMs: number) => void;
}

export async function listJobs(
  { jobsStore }: JobsContext,
  { project, query }: MemberCall<Static<typeof jobsQuery>>,
): Promise<Answer> {
  const { function: functionName, state } = query;
  const filter = { functionName, state };
  const listing = readListing(query, {
    fields: ['created_at', 'id'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
    timeOfTieBreaker: 'created_at',
  });
  const [jobs, count, paused] = await Promise.all([
    jobsStore.list(project.store, filter, listing),
    jobsStore.count(project.store, filter),
    jobsStore.countPaused(project.store),
  ]);
  return { status: 200, body: { data: jobs.map(presentJob), count, paused } };
}

export async function getJob(context: JobsContext, call: MemberCall): Promise<Answer> {
  return await answerWhole(context, call, await requireJob(context, call));
}

export async function retryJob(context: JobsContext, call: MemberCall): Promise<Answer> {
  const { jobsStore, clock } = context;
  const { store } = call.project;
  const { id } = await requireJob(context, call);
  const nowMs = clock.now();
  await context.noteWork(store, nowMs);
  const step = { ...jobsStore.retryStep(id, nowMs), afterWrite: () => context.wake(store, nowMs) };
  try {
    const changed = await change(context, call, step);
    if (changed === undefined) throw conflict('Only a job that failed or was cancelled can be retried.');
    await recordChange(context, call, 'function.job.retry', changed);
    return await answerWhole(context, call, changed);
  } catch (error) {
    if (isDatabaseFailure(error, 'unique_violation')) throw conflict('Another job of the function now has its key.');
    throw error;
  }
}

export async function hurryJob(context: JobsContext, call: MemberCall): Promise<Answer> {
  const { jobsStore, clock } = context;
  const { store } = call.project;
  const { id } = await requireJob(context, call);
  const nowMs = clock.now();
  await context.noteWork(store, nowMs);
  const step = { ...jobsStore.hurryStep(id, nowMs), afterWrite: () => context.wake(store, nowMs) };
  const changed = await change(context, call, step);
  if (changed === undefined) throw conflict('Only a waiting job can be started now.');
  await recordChange(context, call, 'function.job.run', changed);
  return await answerWhole(context, call, changed);
}

/** Lets the jobs of a project that was restored paused start when they are due. */
export async function resumeJobs(context: JobsContext, call: MemberCall): Promise<Answer> {
  const { database, jobsStore, audit, clock } = context;
  const { project } = call;
  const nowMs = clock.now();
  await context.noteWork(project.store, nowMs);
  const count = await inPortions(database, project.store, jobsStore.resumeStep(RESUMED_AT_ONCE), RESUMED_AT_ONCE);
  context.wake(project.store, nowMs);
  const entry = { project, action: 'function.jobs.resume', target: project.id, details: { count } };
  await database.write('control', [audit.step(call, entry)]);
  return { status: 200, body: { count } };
}

export async function cancelJob(context: JobsContext, call: MemberCall): Promise<Answer> {
  const { jobsStore, clock } = context;
  const { id } = await requireJob(context, call);
  const changed = await change(context, call, jobsStore.cancelStep(id, isoTime(clock.now())));
  if (changed === undefined) throw conflict('Only a waiting job can be cancelled.');
  await recordChange(context, call, 'function.job.cancel', changed);
  return await answerWhole(context, call, changed);
}

async function requireJob({ jobsStore }: JobsContext, { project, params }: MemberCall): Promise<FunctionJob> {
  const id = parseUuid(params['job_id'] ?? '');
  const job = id === undefined ? undefined : await jobsStore.find(project.store, id);
  if (job === undefined) throw new ServiceError('not_found', 'There is no such job.');
  return job;
}

/** The job after the change; undefined when its state did not allow the change. */
async function change(
  { database }: JobsContext,
  { project }: MemberCall,
  step: PlainStep,
): Promise<FunctionJob | undefined> {
  const { results } = await database.write(project.store, [step]);
  const [result] = results;
  const [row] = result?.kind === 'plain' ? (result.rows as readonly unknown[] as readonly JobRow[]) : [];
  return row && jobOf(row);
}

function recordChange(
  { database, audit }: JobsContext,
  call: MemberCall,
  action: string,
  { id, functionName }: FunctionJob,
) {
  const step = audit.step(call, { project: call.project, action, target: id, details: { function: functionName } });
  return database.write('control', [step]);
}

async function answerWhole({ sets }: JobsContext, { project }: MemberCall, job: FunctionJob): Promise<Answer> {
  const { redact } = await sets.get(project.store);
  return { status: 200, body: { data: presentJobWhole(job, redact), count: 1 } };
}

function conflict(sentence: string): ServiceError {
  return new ServiceError('conflict', sentence);
}
