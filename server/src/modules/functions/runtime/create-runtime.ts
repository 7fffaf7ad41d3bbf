import type { Clock } from '../../../platform/clock.ts';
import { CannotStart, type Confinement } from '../../../platform/confinement/index.ts';
import { createFairLimit } from '../../../platform/fair-limit.ts';
import type { Logger } from '../../../platform/logger.ts';
import { createRecentGroups } from '../../../platform/recent-groups.ts';
import type { SafeFetch } from '../../../platform/safe-fetch/index.ts';
import type { FunctionCall } from './interface/function-call.ts';
import type { CallOutcome, CheckOutcome, Program, Runtime } from './interface/runtime.ts';
import { functionsProgram, openHost } from './process/host.ts';
import { createProcessStarter, type ProcessStarter } from './process/process-starter.ts';
import { checkProgram, LOAD_LIMITS, type LoadLimits } from './project/check-program.ts';
import { createProjectRunner, NOT_STARTED, type ProjectRunner } from './project/project-runner.ts';
import type { RunnerContext } from './project/runner-context.ts';

export interface RuntimeOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly confinement: Confinement;
  /** Every outgoing request of functions goes through it. */
  readonly safeFetch: SafeFetch;
  readonly idleMs?: number;
  /** Limit of processes; when it is reached, the process that was idle longest makes room. */
  readonly processesMax?: number;
  readonly loadLimits?: LoadLimits;
  /** How long a started process waits for a project that needs one; 0 for none. */
  readonly spareMs?: number;
}

const IDLE_MS = 60_000;
const SWEEP_MS = 5000;
/** About 30 MB each while idle. */
const PROCESSES_MAX = 100;
/** Each check starts its own process. A single project leaves one place to others, however long its modules take to load. */
const CHECKS = {
  atOnceMax: 3,
  atOncePerGroupMax: 2,
  waitingMax: 200,
  waitingPerGroupMax: 100,
  tooMany: 'Too many deployments at once. Try again.',
} as const;
/** How many deleted projects to remember: a call to one may still wait up to half a minute for its body. */
const GONE_MAX = 1000;
const FULL: CallOutcome = { kind: 'busy', retryAfterSeconds: 5 };
const CLOSED: CallOutcome = { kind: 'crashed' };
const UNAVAILABLE: CheckOutcome = { kind: 'unavailable' };

export function createRuntime(options: RuntimeOptions): Runtime {
  const { idleMs = IDLE_MS, processesMax = PROCESSES_MAX, loadLimits = LOAD_LIMITS, spareMs, ...rest } = options;
  const runners = new Map<string, ProjectRunner>();
  const callers = createRecentGroups();
  const checks = createFairLimit(CHECKS);
  const gone = new Set<string>();
  let starter: ProcessStarter | undefined;
  let isClosed = false;

  /** Undefined when this machine cannot start processes, or the runtime has closed in the meantime. */
  const context = async (): Promise<RunnerContext | undefined> => {
    const host = await openHost(rest.confinement).catch(withoutMachine);
    if (host === undefined || isClosed) return undefined;
    starter ??= createProcessStarter({ ...rest, host }, spareMs);
    return { clock: rest.clock, starter };
  };
  const runnerFor = (projectStore: string, found: RunnerContext): ProjectRunner => {
    const known = runners.get(projectStore);
    if (known !== undefined) return known;
    const runner = createProjectRunner(found, () => callers.isAlone(projectStore));
    runners.set(projectStore, runner);
    return runner;
  };
  const sweeping = setInterval(() => retireIdle(runners, idleMs), Math.min(SWEEP_MS, idleMs / 2)).unref();

  const callOn = (runner: ProjectRunner, program: Program, call: FunctionCall): Promise<CallOutcome> => {
    if (isClosed) return Promise.resolve(CLOSED);
    if (!runner.isServing && !makeRoom(runners, processesMax)) return Promise.resolve(FULL);
    return runner.call(program, call);
  };
  const callFirst = async (program: Program, call: FunctionCall): Promise<CallOutcome> => {
    const found = await context();
    if (isClosed || gone.has(program.projectStore)) return CLOSED;
    if (found === undefined) return NOT_STARTED;
    return await callOn(runnerFor(program.projectStore, found), program, call);
  };

  return {
    call: (program, call) => {
      callers.note(program.projectStore);
      const runner = runners.get(program.projectStore);
      return runner === undefined ? callFirst(program, call) : callOn(runner, program, call);
    },
    check: async (program) => {
      const found = await context();
      if (found === undefined) return UNAVAILABLE;
      const outcome = await checks(program.projectStore, () => checkProgram(program, found, loadLimits));
      return isClosed ? UNAVAILABLE : outcome;
    },
    tryOut: () => rest.confinement.tryOut(functionsProgram()),
    end: async (projectStore) => {
      gone.add(projectStore);
      const [oldest] = gone;
      if (gone.size > GONE_MAX && oldest !== undefined) gone.delete(oldest);
      const runner = runners.get(projectStore);
      runners.delete(projectStore);
      await runner?.close();
    },
    close: async () => {
      isClosed = true;
      clearInterval(sweeping);
      await Promise.all([starter?.close(), ...Array.from(runners.values(), (runner) => runner.close())]);
    },
  };
}

/** Ignores the failure, because the confinement has already logged the reason. */
function withoutMachine(error: unknown): undefined {
  if (!(error instanceof CannotStart)) throw error;
}

function retireIdle(runners: Map<string, ProjectRunner>, idleMs: number): void {
  for (const [projectStore, runner] of runners) {
    if (!runner.isIdle || Date.now() - runner.usedMs < idleMs) continue;
    if (runner.hasProcess) runner.retire();
    // A runner without a process stays for a while, because it remembers the crashes of its project.
    else if (Date.now() - runner.usedMs > 2 * IDLE_MS) runners.delete(projectStore);
  }
}

function makeRoom(runners: ReadonlyMap<string, ProjectRunner>, processesMax: number): boolean {
  const active = Array.from(runners.values()).filter((runner) => runner.isServing);
  if (active.length < processesMax) return true;
  const [oldest] = active.filter((runner) => runner.isIdle).sort((a, b) => a.usedMs - b.usedMs);
  oldest?.retire();
  return oldest !== undefined;
}
