import type { Project } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/index.ts';
import { loseRuns } from '../../records/lose-runs.ts';
import { retryDelayMs } from './retry-delays.ts';
import type { Slot, SlotContext } from './take-slot.ts';

export const WATCH_MS = 4000;

interface WatchContext extends Pick<SlotContext, 'database' | 'runsStore' | 'functionsStore' | 'clock' | 'processes'> {
  readonly planStep: (project: Project, slot: Slot, runAtMs: number) => Promise<PlainStep>;
  readonly watchStep: (project: Project, slot: Slot, runId: string) => Promise<PlainStep>;
}

/** Covers the death of the process that makes the run. Scheduling twice is harmless: an attempt is taken once. */
export async function watchRun(context: WatchContext, project: Project, slot: Slot, runId: string): Promise<void> {
  const { database, runsStore, functionsStore } = context;
  const { store } = project;
  await loseRuns(context, store);
  const run = await runsStore.find(store, slot.name, runId);
  if (run === undefined || run.status === 'succeeded' || run.status === 'skipped') return;
  if (run.status === 'running') {
    await database.write(store, [await context.watchStep(project, slot, runId)]);
    return;
  }
  const { definition } = await functionsStore.find(store, slot.name);
  const delayMs = definition && retryDelayMs(slot.attempt, definition);
  if (delayMs === undefined) return;
  // The end of a lost run is unknown. Its delay counts from its start, because noticing the loss has taken time.
  const endedMs = Date.parse(run.started_at) + Number(run.duration_ms ?? 0);
  const again = { ...slot, attempt: slot.attempt + 1 };
  await database.write(store, [await context.planStep(project, again, endedMs + delayMs)]);
}
