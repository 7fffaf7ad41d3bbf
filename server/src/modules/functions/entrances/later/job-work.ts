import { setTimeout as sleep } from 'node:timers/promises';
import type { Project } from '../../../../callers/index.ts';
import type { PlainStep, StoreName } from '../../../../database/index.ts';
import { isDatabaseFailure } from '../../../../database/index.ts';
import { isoTime } from '../../../../platform/clock.ts';
import { mayRestart, stepAfterRun } from '../../jobs/job-policy.ts';
import { type JobRow, jobOf } from '../../jobs/job-row.ts';
import type { JobsStore } from '../../jobs/jobs-store.ts';
import type { DispatchedWork } from './job-dispatcher.ts';
import { type JobRunContext, type JobRunResult, runJob, type StartedJob } from './run-job.ts';

export const RENEW_EVERY_MS = 2500;
/** Delay before writing the end of a job again when the database refused it. */
const WRITE_AGAIN_MS = 1000;
const ERROR_CHARACTERS_MAX = 32_768;
const ALWAYS_INTERRUPTED = 'The service ended each time this ran. How far it got is unknown.';

export interface JobWorkContext extends JobRunContext {
  readonly jobsStore: JobsStore;
  readonly findOwner: (store: StoreName) => Promise<Project | undefined>;
  /** Whether this process is shutting down. The next process restarts jobs that are cut off now. */
  readonly isStopping: () => boolean;
  readonly onEnded: (store: StoreName) => void;
}

export function createJobWork(context: JobWorkContext): DispatchedWork {
  const { database, jobsStore, clock, findOwner } = context;
  return {
    async start(store, limit) {
      // A store that is being restored has no project yet, so its jobs wait.
      const project = await findOwner(store);
      if (project === undefined) return undefined;
      const claimed = await claim(context, store, limit);
      return claimed.map((job) => perform(context, project, job).catch(context.onError));
    },
    nextStartMs: (store) => jobsStore.nextStartMs(store, clock.now()),
    renew: async (store) => {
      await database.write(store, [jobsStore.renewStep]);
    },
  };
}

/** Claims jobs that are due or that a dead process left behind. Another process may claim any of them first. */
async function claim(
  { database, jobsStore, clock, ids }: JobWorkContext,
  store: StoreName,
  limit: number,
): Promise<readonly StartedJob[]> {
  const nowMs = clock.now();
  const startable = await jobsStore.startable(store, nowMs, limit);
  if (startable.length === 0) return [];
  const startedAt = isoTime(nowMs);
  const steps = startable.map((id) => jobsStore.claimStep({ id, runId: ids(), nowMs, startedAt }));
  const { results } = await database.write(store, steps);
  return results.flatMap((result) => {
    const [row] = result.kind === 'plain' ? (result.rows as readonly unknown[] as readonly JobRow[]) : [];
    if (row === undefined || row.run_id === null) return [];
    return [{ ...jobOf(row), runId: row.run_id }];
  });
}

async function perform(context: JobWorkContext, project: Project, job: StartedJob): Promise<void> {
  const result: JobRunResult = mayRestart(job.interruptions)
    ? await runJob(context, project, job)
    : { kind: 'failed', error: ALWAYS_INTERRUPTED, isFinal: true };
  if (context.isStopping() && result.kind === 'failed' && !result.isFinal) {
    // The shutdown may be the cause: the job stays as it is and restarts like any interrupted job.
    return;
  }
  await writeEnd(context, project.store, endStep(context, job, result));
  if (result.kind !== 'postponed') context.onEnded(project.store);
}

function endStep({ jobsStore, clock }: JobWorkContext, job: StartedJob, result: JobRunResult): PlainStep {
  const nowMs = clock.now();
  if (result.kind === 'postponed') return jobsStore.postponeStep(job, nowMs + result.delayMs);
  const after = stepAfterRun(job, result, Math.random());
  switch (after.state) {
    case 'succeeded':
      return jobsStore.succeedStep(job, isoTime(nowMs));
    case 'failed':
      return jobsStore.failStep(job, isoTime(nowMs), shortened(after.error));
    case 'waiting':
      return jobsStore.repeatStep(job, nowMs + after.delayMs, shortened(after.error));
  }
}

function shortened(error: string): string {
  return error.slice(0, ERROR_CHARACTERS_MAX).toWellFormed().replaceAll('\0', '\ufffd');
}

/** Retries until the database accepts the write: no other process ends the job while this one lives. */
async function writeEnd(context: JobWorkContext, store: StoreName, step: PlainStep): Promise<void> {
  for (;;) {
    try {
      await context.database.write(store, [step]);
      return;
    } catch (error) {
      if (isDatabaseFailure(error, 'dropped')) return;
      context.onError(error);
      if (context.isStopping()) return;
    }
    await sleep(WRITE_AGAIN_MS);
  }
}
