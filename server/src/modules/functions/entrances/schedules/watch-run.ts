import type { Project } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/database.ts';
import { retryDelayMs } from './retry-delays.ts';
import type { Slot, SlotContext } from './take-slot.ts';

/** How soon after a process died somebody looks for the runs that it should have repeated. */
export const WATCH_MS = 30_000;

interface WatchContext extends Pick<SlotContext, 'database' | 'runsStore' | 'functionsStore' | 'clock' | 'isShared'> {
  readonly planStep: (project: Project, slot: Slot, runAtMs: number) => Promise<PlainStep>;
  readonly watchStep: (project: Project, slot: Slot, runId: string) => Promise<PlainStep>;
}

/**
 * Looks after a run that is to be repeated when it fails: the process that makes it plans that itself, unless it dies.
 * Planning twice does no harm, as each try of a slot is taken once.
 */
export async function watchRun(context: WatchContext, project: Project, slot: Slot, runId: string): Promise<void> {
  const { database, runsStore, functionsStore, clock, isShared } = context;
  const { store } = project;
  await database.write(store, [runsStore.loseStep(clock.now(), !isShared)]);
  const run = await runsStore.find(store, slot.name, runId);
  if (run === undefined || run.status === 'succeeded' || run.status === 'skipped') return;
  if (run.status === 'running') {
    await database.write(store, [await context.watchStep(project, slot, runId)]);
    return;
  }
  const { definition } = await functionsStore.find(store, slot.name);
  const delayMs = definition && retryDelayMs(slot.attempt, definition);
  if (delayMs === undefined) return;
  const endedMs = run.duration_ms === null ? clock.now() : Date.parse(run.started_at) + Number(run.duration_ms);
  const again = { ...slot, attempt: slot.attempt + 1 };
  await database.write(store, [await context.planStep(project, again, endedMs + delayMs)]);
}
