import type { Project } from '../../../../callers/index.ts';
import type { PlainStep } from '../../../../database/index.ts';
import type { ExecutionContext } from '../../execution/invocation/execution-context.ts';
import { runFunction } from '../../execution/run-function.ts';
import { retryDelayMs } from './retry-delays.ts';
import type { Slot, TakenSlot } from './take-slot.ts';

interface RunContext extends ExecutionContext {
  readonly planStep: (project: Project, slot: Slot, runAtMs: number) => Promise<PlainStep>;
}

export async function runSlot(context: RunContext, project: Project, { slot, invocation }: TakenSlot): Promise<void> {
  const { database, recorder, runsStore, clock } = context;
  const { run } = await runFunction(context, invocation);
  const delayMs = run.status === 'succeeded' ? undefined : retryDelayMs(slot.attempt, invocation.definition);
  if (delayMs !== undefined) {
    const again = await context.planStep(project, { ...slot, attempt: slot.attempt + 1 }, clock.now() + delayMs);
    await database.write(project.store, [runsStore.saveStep([run]), again]);
  }
  await recorder.flush(project.store);
}
