import { setTimeout as pause } from 'node:timers/promises';
import { timeoutOf } from '../../definitions/function-definition.ts';
import type { SlotContext, TakenSlot } from './take-slot.ts';

const PAUSE_MS = 1000;
/** Longer than a failover of the database takes. */
const TRIES_MAX = 60;

/**
 * Whether a slot was taken although the answer to its commit was lost. Waits until the database shows the run. False when
 * the run was not found in time, is no longer `running`, can no longer end before its deadline, or the signal was aborted.
 */
export async function wasTaken(
  { runsStore, clock }: Pick<SlotContext, 'runsStore' | 'clock'>,
  { slot, invocation }: TakenSlot,
  signal: AbortSignal,
): Promise<boolean> {
  const { project, definition, runId } = invocation;
  for (let tries = 0; tries < TRIES_MAX && !signal.aborted; tries += 1) {
    const run = await runsStore.find(project.store, slot.name, runId).catch(() => undefined);
    if (run !== undefined) {
      const canEnd = Number(run.deadline_ms) >= clock.now() + timeoutOf(definition);
      return run.status === 'running' && canEnd && !signal.aborted;
    }
    await pause(PAUSE_MS, undefined, { ref: false, signal }).catch(() => undefined);
  }
  return false;
}
