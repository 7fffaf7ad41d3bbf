import type { Project } from '../../../../callers/index.ts';
import type { DatabaseFailure, PlainStep } from '../../../../database/index.ts';
import { isDatabaseFailure } from '../../../../database/index.ts';
import { type Job, type Jobs, PostponedJob, projectInStore } from '../../../../jobs/index.ts';
import type { MaybePromise } from '../../../../platform/when-ready.ts';
import type { FunctionDefinition } from '../../definitions/function-definition.ts';
import type { FunctionsStore } from '../../definitions/functions-store.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import { retryDelayMs } from './retry-delays.ts';
import { runSlot } from './run-slot.ts';
import { createSlotsStore } from './slots-store.ts';
import { type Slot, type SlotInvocation, type TakenSlot, takeSlot } from './take-slot.ts';
import { wasTaken } from './was-taken.ts';
import { WATCH_MS, watchRun } from './watch-run.ts';

const DUE_JOB = 'function.due';
const WATCH_JOB = 'function.watch';
const PASSING = ['unavailable', 'overloaded', 'timeout', 'storage_full'] as const;
/** Failures of the database cost a slot this much, and not the growing delays of failed jobs, in which later slots would pass. */
const TRY_AGAIN_MS = 2000;

/** Runs scheduled functions. Upcoming runs are jobs in the project's own queue, so nothing is kept in memory. */
export interface Schedules {
  planSteps(
    project: Project,
    before: FunctionDefinition | undefined,
    after: FunctionDefinition,
  ): Promise<readonly PlainStep[]>;
  /** Ends the search for slots that may have been taken. Running functions go on. */
  stop(): void;
  settle(): Promise<boolean>;
}

export interface ScheduleContext extends ExecutionContext {
  readonly functionsStore: FunctionsStore;
  readonly jobs: Pick<Jobs, 'enqueueLater' | 'handle'>;
  readonly findProject: (id: string) => MaybePromise<Project | undefined>;
}

export function createSchedules(context: ScheduleContext): Schedules {
  const { jobs, findProject, onError, clock } = context;
  const slotsStore = createSlotsStore(context.database);
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  const planStep = (project: Project, slot: Slot, runAtMs: number): Promise<PlainStep> =>
    jobs.enqueueLater(project.store, { kind: DUE_JOB, payload: { project: project.id, ...slot }, runAtMs });

  const watchStep = (project: Project, slot: Slot, runId: string): Promise<PlainStep> => {
    const payload = { project: project.id, ...slot, run: runId };
    return jobs.enqueueLater(project.store, { kind: WATCH_JOB, payload, runAtMs: clock.now() + WATCH_MS });
  };

  const watchSteps = async ({ project, definition, runId }: SlotInvocation, slot: Slot) =>
    retryDelayMs(slot.attempt, definition) === undefined ? [] : [await watchStep(project, slot, runId)];

  // Not awaited, so that the queue can go on: the job is done once the run is recorded and therefore cannot get lost.
  const start = (taken: TakenSlot): void => {
    const work = runSlot({ ...context, planStep }, taken.invocation.project, taken)
      .catch(onError)
      .finally(() => running.delete(work));
    running.add(work);
  };

  const onUnanswered = (taken: TakenSlot): void => {
    wasTaken(context, taken, stopping.signal).then((isTaken) => isTaken && start(taken), onError);
  };

  const run = async (project: Project, slot: Slot): Promise<void> => {
    const taken = await takeSlot({ ...context, slotsStore, planStep, watchSteps, onUnanswered }, project, slot);
    if (taken !== undefined) start(taken);
  };

  const handle = (kind: string, work: (project: Project, slot: Slot, job: Job) => Promise<void>): void =>
    jobs.handle(kind, async (job) => {
      try {
        const { projectId, ...slot } = readJob(job);
        const project = projectInStore(job, await findProject(projectId));
        if (project !== undefined) await work(project, slot, job);
      } catch (error) {
        throw isPassing(error) ? new PostponedJob(error.message, TRY_AGAIN_MS, { cause: error }) : error;
      }
    });
  handle(DUE_JOB, run);
  handle(WATCH_JOB, (project, slot, { payload }) =>
    watchRun({ ...context, planStep, watchStep }, project, slot, String(Object(payload).run)),
  );

  return {
    async planSteps(project, before, { name, nextRunAt }) {
      if (nextRunAt === null || nextRunAt === before?.nextRunAt) return [];
      return [await planStep(project, { name, slot: nextRunAt, attempt: 1 }, Date.parse(nextRunAt))];
    },
    stop: () => stopping.abort(),
    async settle() {
      if (running.size === 0) return false;
      await Promise.all(running);
      return true;
    },
  };
}

function readJob({ payload }: Job): Slot & { readonly projectId: string } {
  const { project, name, slot, attempt } = payload as Readonly<Record<string, unknown>>;
  return { projectId: String(project), name: String(name), slot: String(slot), attempt: Number(attempt) };
}

function isPassing(error: unknown): error is DatabaseFailure {
  return PASSING.some((kind) => isDatabaseFailure(error, kind));
}
