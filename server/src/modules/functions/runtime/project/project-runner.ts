import type { FunctionCall } from '../interface/function-call.ts';
import type { CallOutcome, Program } from '../interface/runtime.ts';
import { FunctionProcess } from '../process/function-process.ts';
import { type CallKind, createCallLimit } from './call-limit.ts';
import { createCrashRecord } from './crash-record.ts';
import type { RunnerContext } from './runner-context.ts';
import { startVersionedProcess, type VersionedProcess } from './versioned-process.ts';

export interface ProjectRunner {
  call(program: Program, call: FunctionCall): Promise<CallOutcome>;
  readonly isServing: boolean;
  readonly hasProcess: boolean;
  readonly isIdle: boolean;
  readonly usedMs: number;
  retire(): void;
  close(): Promise<void>;
}

const BUSY: CallOutcome = { kind: 'busy', retryAfterSeconds: 1 };
export const NOT_STARTED: CallOutcome = { kind: 'unhealthy', reason: 'machine', retryAfterSeconds: 5 };

/** `isAlone`: whether no other project has called a function lately. */
export function createProjectRunner(context: RunnerContext, isAlone: () => boolean): ProjectRunner {
  const limit = createCallLimit(isAlone);
  const crashes = createCrashRecord(context.clock);
  /** Includes retired processes that still run calls. */
  const processes = new Set<VersionedProcess>();
  let current: VersionedProcess | undefined;
  let callsUnderWay = 0;
  let usedMs = Date.now();

  const processFor = (program: Program): VersionedProcess => {
    if (current !== undefined && current.version === program.version && current.isUsable) return current;
    current?.retire();
    const started = startVersionedProcess(program, context, crashes.add);
    current = started;
    processes.add(started);
    started.started
      .then((result) => (result instanceof FunctionProcess ? result.ended : undefined))
      .finally(() => {
        processes.delete(started);
        if (current === started) current = undefined;
      })
      .catch(() => undefined);
    return started;
  };

  /** A process that cannot be reached has not seen the call, so another process may take it. */
  const run = async (program: Program, call: FunctionCall): Promise<CallOutcome> => {
    const outcome = await runOnce(program, call);
    if (outcome !== 'unsent') return outcome;
    const second = await runOnce(program, call);
    return second === 'unsent' ? { kind: 'crashed' } : second;
  };
  const runOnce = async (program: Program, call: FunctionCall): Promise<CallOutcome | 'unsent'> => {
    const retryAfterSeconds = crashes.waitSeconds();
    if (retryAfterSeconds !== undefined) return { kind: 'unhealthy', reason: 'crashes', retryAfterSeconds };
    const versioned = processFor(program);
    versioned.beginCall();
    try {
      const process = await versioned.started;
      if (!(process instanceof FunctionProcess)) return NOT_STARTED;
      const outcome = await process.call(program, call);
      // The objects that used up the memory may stay in the process forever.
      if (outcome === 'unsent' || outcome.kind === 'out_of_memory') versioned.retire();
      return outcome;
    } finally {
      versioned.endCall();
    }
  };

  return {
    call: async (program, call) => {
      callsUnderWay += 1;
      try {
        return (await limit.run(kindOf(call), () => run(program, call))) ?? BUSY;
      } finally {
        callsUnderWay -= 1;
        usedMs = Date.now();
      }
    },
    get isServing() {
      return current?.isUsable === true;
    },
    get hasProcess() {
      return processes.size > 0;
    },
    get isIdle() {
      return callsUnderWay === 0;
    },
    get usedMs() {
      return usedMs;
    },
    retire: () => current?.retire(),
    close: async () => {
      await Promise.all(Array.from(processes, (versioned) => versioned.close()));
    },
  };
}

function kindOf({ isNested, isBackground }: FunctionCall): CallKind {
  if (isNested === true) return 'nested';
  return isBackground === true ? 'background' : 'caller';
}
