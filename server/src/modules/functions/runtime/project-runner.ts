import { createCallPlaces } from './call-places.ts';
import { createCrashRecord } from './crash-record.ts';
import type { FunctionCall } from './function-call.ts';
import { type Generation, startGeneration } from './generation.ts';
import { FunctionProcess, type ProcessContext } from './process/function-process.ts';
import type { CallOutcome, Program } from './runtime.ts';

/** Runs the functions of one project, in one process at a time. */
export interface ProjectRunner {
  call(program: Program, call: FunctionCall): Promise<CallOutcome>;
  /** One takes calls, or is about to. */
  readonly isServing: boolean;
  /** Also one that is ending. */
  readonly hasProcess: boolean;
  /** Nothing runs or waits. */
  readonly isIdle: boolean;
  /** When the last call ended. */
  readonly usedMs: number;
  /** The process ends when nothing runs in it. */
  retire(): void;
  close(): Promise<void>;
}

const BUSY: CallOutcome = { kind: 'busy', retryAfterSeconds: 1 };

export function createProjectRunner(context: ProcessContext): ProjectRunner {
  const places = createCallPlaces();
  const crashes = createCrashRecord(context.clock);
  /** Those that were retired and still run something, too. */
  const generations = new Set<Generation>();
  let current: Generation | undefined;
  let callsUnderWay = 0;
  let usedMs = Date.now();

  const generationFor = (program: Program): Generation => {
    if (current !== undefined && current.version === program.version && current.isUsable) return current;
    current?.retire();
    const started = startGeneration(program, context, crashes.add);
    current = started;
    generations.add(started);
    started.started
      .then((result) => (result instanceof FunctionProcess ? result.ended : undefined))
      .finally(() => {
        generations.delete(started);
        if (current === started) current = undefined;
      })
      .catch(() => undefined);
    return started;
  };

  const run = async (program: Program, call: FunctionCall): Promise<CallOutcome> => {
    const retryAfterSeconds = crashes.waitSeconds();
    if (retryAfterSeconds !== undefined) return { kind: 'unhealthy', retryAfterSeconds };
    const generation = generationFor(program);
    generation.enter();
    try {
      const process = await generation.started;
      if (!(process instanceof FunctionProcess)) return { kind: 'crashed' };
      const outcome = await process.call(call);
      // What used up the memory may be kept in it for good.
      if (outcome.kind === 'out_of_memory') generation.retire();
      return outcome;
    } finally {
      generation.leave();
    }
  };

  return {
    call: async (program, call) => {
      const isNested = call.isNested === true;
      callsUnderWay += 1;
      try {
        if (!(await places.take(isNested))) return BUSY;
        return await run(program, call).finally(() => places.give(isNested));
      } finally {
        callsUnderWay -= 1;
        usedMs = Date.now();
      }
    },
    get isServing() {
      return current?.isUsable === true;
    },
    get hasProcess() {
      return generations.size > 0;
    },
    get isIdle() {
      return callsUnderWay === 0;
    },
    get usedMs() {
      return usedMs;
    },
    retire: () => current?.retire(),
    close: async () => {
      await Promise.all(Array.from(generations, (generation) => generation.close()));
    },
  };
}
