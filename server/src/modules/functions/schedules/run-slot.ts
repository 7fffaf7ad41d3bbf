import type { PlainStep } from '../../../database/database.ts';
import type { Project } from '../../../http/callers.ts';
import type { FunctionParts } from '../function-parts.ts';
import { runFunction } from '../run-function.ts';
import type { Slot, TakenSlot } from './take-slot.ts';

/** Waits before the first, second and third time a failed run is made again. */
const RETRY_DELAYS_MS = [10_000, 60_000, 300_000];

interface RunParts extends FunctionParts {
  readonly planStep: (project: Project, slot: Slot, runAtMs: number) => Promise<PlainStep>;
}

/** Makes a run whose slot was taken, and plans its repetition when it failed. */
export async function runSlot(parts: RunParts, project: Project, { slot, invocation }: TakenSlot): Promise<void> {
  const { database, recorder, runsStore, clock } = parts;
  const { run } = await runFunction(parts, invocation);
  const delayMs = run.status === 'succeeded' ? undefined : RETRY_DELAYS_MS[slot.attempt - 1];
  if (delayMs !== undefined && slot.attempt <= invocation.definition.retries) {
    const again = await parts.planStep(project, { ...slot, attempt: slot.attempt + 1 }, clock.now() + delayMs);
    await database.write(project.store, [runsStore.saveStep([run]), again]);
  }
  await recorder.flush(project.store);
}
