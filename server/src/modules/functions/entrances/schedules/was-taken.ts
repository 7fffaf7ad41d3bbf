import { setTimeout as pause } from 'node:timers/promises';
import type { SlotContext, TakenSlot } from './take-slot.ts';

const PAUSE_MS = 1000;
/** Longer than a failover of the database takes. */
const TRIES_MAX = 60;

/**
 * Whether a slot was taken although the answer to its commit was lost. Waits until the database shows the run. False when
 * the run was not found in a minute, is no longer `running`, or the signal was aborted.
 */
export async function wasTaken(
  { runsStore }: Pick<SlotContext, 'runsStore'>,
  { slot, invocation }: TakenSlot,
  signal: AbortSignal,
): Promise<boolean> {
  const { project, runId } = invocation;
  for (let tries = 0; tries < TRIES_MAX && !signal.aborted; tries += 1) {
    const run = await runsStore.find(project.store, slot.name, runId).catch(() => undefined);
    if (run !== undefined) return run.status === 'running' && !signal.aborted;
    await pause(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
  return false;
}
