import type { Program } from '../interface/runtime.ts';
import { FunctionProcess, type StartedProcess } from '../process/function-process.ts';
import type { RunnerContext } from './runner-context.ts';

export interface VersionedProcess {
  readonly version: string;
  readonly started: Promise<StartedProcess>;
  readonly isUsable: boolean;
  /** Call `beginCall` and `endCall` around each call, so that a retired process ends with its last call. */
  beginCall(): void;
  endCall(): void;
  retire(): void;
  close(): Promise<void>;
}

/** `onCrash` is called when the process ends by itself after it has started, before its calls get their outcome. */
export function startVersionedProcess(program: Program, context: RunnerContext, onCrash: () => void): VersionedProcess {
  let process: FunctionProcess | undefined;
  let calls = 0;
  let isRetired = false;
  const started = context.starter.start(program).then((result) => {
    if (!(result instanceof FunctionProcess)) return result;
    process = result;
    process.ended.then(() => result.hasCrashed && onCrash());
    endWhenDone();
    return result;
  });
  const endWhenDone = (): void => {
    if (isRetired && calls === 0) process?.kill();
  };
  return {
    version: program.version,
    started,
    get isUsable() {
      return !isRetired && (process?.isUsable ?? true);
    },
    beginCall: () => {
      calls += 1;
    },
    endCall: () => {
      calls -= 1;
      endWhenDone();
    },
    retire: () => {
      isRetired = true;
      endWhenDone();
    },
    close: async () => {
      const result = await started;
      if (!(result instanceof FunctionProcess)) return;
      result.kill();
      await result.ended;
    },
  };
}
