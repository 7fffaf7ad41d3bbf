import type { CallOutcome, CheckOutcome, Program } from '../interface/runtime.ts';
import { FunctionProcess } from '../process/function-process.ts';
import { LoadWatch } from './load-watch.ts';
import type { RunnerContext } from './runner-context.ts';

export interface LoadLimits {
  /** Processor time that code outside of functions may use. */
  readonly processorMsMax: number;
  /** A machine that has not given a module its processor time by then is too slow to judge the module. */
  readonly msMax: number;
}

export const LOAD_LIMITS: LoadLimits = { processorMsMax: 5000, msMax: 30_000 };
/** The deploying developer waits; most modules load in far less time, and slower ones must not hold up others. */
const GRACE_MS = 300;

export async function checkProgram(
  program: Program,
  { starter }: RunnerContext,
  { processorMsMax, msMax }: LoadLimits,
): Promise<CheckOutcome> {
  const process = await starter.start(program, GRACE_MS);
  if (!(process instanceof FunctionProcess)) return { kind: 'unavailable' };
  // The limits start here: before, only the runtime itself took time.
  const endMs = Date.now() + msMax;
  const watch = new LoadWatch(process, processorMsMax);
  const configs = new Map<string, string>();
  try {
    for (const functionName of program.modules.keys()) {
      const outcome = await process.check(program, functionName, Math.max(1, endMs - Date.now()));
      if (watch.isEndless) return { kind: 'endless', functionName };
      if (outcome.kind === 'timeout') return { kind: 'unavailable' };
      if (outcome.kind === 'crashed' && process.wasEndedFromOutside) return { kind: 'unavailable' };
      const failure = failureOf(outcome, functionName);
      if (failure !== undefined) return failure;
      if (outcome.kind === 'value' && outcome.json !== undefined) configs.set(functionName, outcome.json);
    }
    return { kind: 'ready', configs };
  } finally {
    watch.clear();
    process.kill();
    await process.ended;
  }
}

function failureOf(outcome: CallOutcome, functionName: string): CheckOutcome | undefined {
  switch (outcome.kind) {
    case 'value':
      return undefined;
    case 'out_of_memory':
      return { kind: outcome.kind, functionName };
    case 'thrown':
      return { kind: 'failed', functionName, message: `${outcome.name}: ${outcome.message}`, stack: outcome.stack };
    case 'too_large':
      return { kind: 'failed', functionName, message: 'The exported config is too large.', stack: '' };
    default:
      return { kind: 'failed', functionName, message: 'The function ended its process when it was loaded.', stack: '' };
  }
}
