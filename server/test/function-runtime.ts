import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import {
  type CallOutcome,
  createRuntime,
  type FunctionCall,
  type LogLine,
  type Program,
  type Runtime,
  type RuntimeOptions,
} from '../src/modules/functions/runtime/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { silentLogger } from '../src/platform/logger.ts';
import { createSafeFetch } from '../src/platform/safe-fetch/index.ts';
import { openConfinement } from './open-confinement.ts';

/** The real function runtime, with calls that need only the arguments that matter to a test. */
export interface TestRuntime extends AsyncDisposable {
  readonly runtime: Runtime;
  /** Isolation features that the machine does not offer. */
  missingFeatures(): readonly string[];
  /** Parent folder of the folders of its processes. */
  readonly dataDir: string;
  call(program: Program, functionName: string, call?: Partial<FunctionCall>): Promise<CallOutcome>;
  /** Like `call`, with the lines that were logged. */
  callWithLog(
    program: Program,
    functionName: string,
    call?: Partial<FunctionCall>,
  ): Promise<{ readonly outcome: CallOutcome; readonly lines: readonly LogLine[] }>;
}

/** No spare process unless a test sets `spareMs`, so that tests can count processes. */
export interface TestRuntimeOptions extends Partial<RuntimeOptions> {
  /** `host:port` addresses that functions may reach although they are not public. */
  readonly allow?: readonly string[];
}

export function openTestRuntime({
  allow = [],
  logger = silentLogger,
  spareMs = 0,
  ...options
}: TestRuntimeOptions = {}): TestRuntime {
  const safeFetch = createSafeFetch({ allow });
  const confinement = openConfinement({ logger });
  const runtime = createRuntime({ confinement, clock: systemClock, logger, safeFetch, spareMs, ...options });
  const callWithLog: TestRuntime['callWithLog'] = async (program, functionName, call = {}) => {
    const lines: LogLine[] = [];
    const outcome = await runtime.call(program, {
      functionName,
      runId: 'a-run',
      projectId: program.projectStore,
      kind: 'http',
      user: null,
      secrets: {},
      timeoutMs: 20_000,
      onLog: (line) => void lines.push(line),
      bridge: async () => undefined,
      ...call,
    });
    return { outcome, lines };
  };
  return {
    runtime,
    dataDir: confinement.dataDir,
    callWithLog,
    call: async (program, functionName, call) => (await callWithLog(program, functionName, call)).outcome,
    missingFeatures: () => confinement.missingFeatures(),
    async [Symbol.asyncDispose]() {
      await runtime.close();
      await confinement[Symbol.asyncDispose]();
    },
  };
}

/** A program of a new project, made from function bodies that use `ctx`, or from whole modules. */
export function testProgram(functions: Readonly<Record<string, string>>, projectStore = uniqueStore()): Program {
  const modules = Object.entries(functions).map(([name, text]): [string, string] => [
    name,
    text.includes('export default') ? text : `export default async (ctx) => { ${text} }`,
  ]);
  return { projectStore, version: '1', modules: new Map(modules) };
}

/** The value in a call's outcome, or the whole outcome when it has no value. */
export function returned(outcome: CallOutcome): unknown {
  if (outcome.kind !== 'value') return outcome;
  return outcome.json === undefined ? undefined : JSON.parse(outcome.json);
}

/** Ids of the function processes that this process started. */
export async function functionProcessIds(): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args=']);
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s.*workerd serve/.exec(line))
    .flatMap((found) => (Number(found?.[2]) === process.pid ? [Number(found?.[1])] : []));
}

let stores = 0;

function uniqueStore(): string {
  stores += 1;
  return `project-${stores}`;
}
