import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import { CannotStart, describeEnd, type Sandbox, wasEndedFromOutside } from '../../../../platform/confinement/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import { processorMs } from '../../../../platform/processor-time.ts';
import type { SafeFetch } from '../../../../platform/safe-fetch/index.ts';
import { answerQuestion } from '../asks/answer-question.ts';
import type { FunctionCall } from '../interface/function-call.ts';
import type { CallOutcome, Program } from '../interface/runtime.ts';
import { type OutSocket, openOutSocket } from '../out-socket/out-socket.ts';
import { createTurnBudget } from '../turns/turn-budget.ts';
import { createTurns, type Turns } from '../turns/turns.ts';
import type { ChannelAnswer } from './call-channel.ts';
import { type CallChannels, createCallChannels } from './call-channels.ts';
import { callFrame, checkFrame } from './call-frame.ts';
import { canceledOutcome, endOutcome, startFailure } from './end-of-process.ts';
import { createHealthPing, type HealthPing } from './health-ping.ts';
import type { Host } from './host.ts';
import { listenToOutput } from './output.ts';
import { createProgramModules, type ProgramModules } from './program-modules.ts';
import { readOutcome } from './read-outcome.ts';
import { createRunLog, type RunLog } from './run-log.ts';
import { createRunningCalls, type RunningCall, type RunningCalls } from './running-calls.ts';
import { IN_SOCKET, OUT_SOCKET, type SpawnedProcess, spawnProcess } from './spawn-process.ts';

export interface ProcessContext {
  readonly host: Host;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly safeFetch: SafeFetch;
}

/** `failed`: why this machine could not start a process. */
export type StartedProcess = FunctionProcess | { readonly failed: string };

const START_MS_MAX = 10_000;
const END_MS = 200;
const WORDS_MS = 20;

/** Starts a process that has no program yet, so it can run no code of any project. */
export async function startFunctionProcess(context: ProcessContext): Promise<StartedProcess> {
  const sandbox = await context.host.openSandbox().catch(cannotStart);
  if ('failed' in sandbox) return sandbox;
  const started = await startIn(sandbox, context).catch(async (error: unknown) => {
    await sandbox.close();
    return { failed: String(error) };
  });
  if ('failed' in started) return started;
  const tooLong = setTimeout(() => started.kill(), START_MS_MAX);
  const isReady = await started.ready;
  clearTimeout(tooLong);
  if (isReady) return started;
  await started.ended;
  return { failed: started.startFailure };
}

function cannotStart(error: unknown): { readonly failed: string } {
  if (!(error instanceof CannotStart)) throw error;
  return { failed: error.message };
}

async function startIn(sandbox: Sandbox, context: ProcessContext): Promise<FunctionProcess> {
  const running = createRunningCalls();
  const outPath = join(sandbox.socketFolder, OUT_SOCKET);
  const findBridge = (token: string) => {
    const run = running.find(token);
    return run === undefined || run.isOver ? undefined : run.call.bridge;
  };
  const budget = createTurnBudget();
  const modules = createProgramModules();
  const turns = createTurns(budget);
  const outSocket = await openOutSocket(outPath, { ...context, turns, findBridge, findModule: modules.find });
  try {
    await sandbox.hand(outPath);
    const spawned = await spawnProcess(context.host, sandbox, budget);
    return new FunctionProcess({ context, sandbox, running, outSocket, spawned, turns, modules });
  } catch (error) {
    outSocket.close();
    throw error;
  }
}

/** The module `node:process` can end everything on a channel, and nothing can prevent that; the global `process` cannot. */
const NAMES_PROCESS = /(['"`])(?:node:)?process\1/;

interface ProcessParts {
  readonly context: ProcessContext;
  readonly sandbox: Sandbox;
  readonly running: RunningCalls;
  readonly outSocket: OutSocket;
  readonly spawned: SpawnedProcess;
  readonly turns: Turns;
  readonly modules: ProgramModules;
}

export class FunctionProcess {
  readonly ended: Promise<void>;
  readonly #inside: ProcessParts;
  readonly #channels: CallChannels;
  readonly #ping: HealthPing;
  readonly #canEndChannels = new Set<string>();
  #isOver = false;
  /** The service killed it on purpose, so its end says nothing about the code that ran in it. */
  #isKilled = false;
  /** The service killed it because it stopped answering, which counts as a crash. */
  #isBroken = false;

  constructor(inside: ProcessParts) {
    const { sandbox, running, spawned, turns } = inside;
    this.#inside = inside;
    const inPath = join(sandbox.socketFolder, IN_SOCKET);
    const { budget } = spawned;
    const host = { path: inPath, budget, turns, onViolation: () => this.#endHostile() };
    this.#channels = createCallChannels(host, (functionName) => this.#canEndChannels.has(functionName));
    this.#ping = createHealthPing(inPath, spawned.child.pid);
    listenToOutput(spawned.output, budget, {
      onRunLine: (token, level, message) => running.find(token)?.log.add(level, message),
      onPing: (id) => this.#ping.arrived(id),
    });
    this.ended = spawned.gone.then(() => this.#clear());
  }

  get isUsable(): boolean {
    const { exitCode, signalCode } = this.#inside.spawned.child;
    return !this.#isOver && !this.#isKilled && exitCode === null && signalCode === null;
  }

  /** Whether it listens; false when it ended before that. */
  get ready(): Promise<boolean> {
    return this.#inside.spawned.ready;
  }

  get stderrTail(): string {
    return this.#inside.spawned.stderrTail.text();
  }

  get startFailure(): string {
    return startFailure(this.stderrTail, this.#inside.spawned.end());
  }

  /** Whether neither its code nor the service ended it; known once the process is gone. */
  get wasEndedFromOutside(): boolean {
    const end = this.#inside.spawned.end();
    return !this.#isKilled && !this.#isBroken && end !== undefined && wasEndedFromOutside(end);
  }

  /** Whether it ended without being killed on purpose; known once the process is gone. */
  get hasCrashed(): boolean {
    return !this.#isKilled;
  }

  /**
   * Gives the process the only program that it will ever run. `graceMs`: how long the process yields only in part, for
   * callers of its first work. False when it has ended.
   */
  run(program: Program, graceMs?: number): boolean {
    if (!this.isUsable) return false;
    this.#inside.modules.give(program, () => this.#yieldToOthers(graceMs));
    for (const [name, text] of program.modules) if (NAMES_PROCESS.test(text)) this.#canEndChannels.add(name);
    return true;
  }

  /** `unsent`: the process is no longer reachable and has not seen the call. */
  call(program: Program, call: FunctionCall): Promise<CallOutcome | 'unsent'> {
    return this.#inside.modules.during(program, () => this.#call(call));
  }

  check(program: Program, functionName: string, timeoutMs: number): Promise<CallOutcome> {
    return this.#inside.modules.during(program, () => this.#check(functionName, timeoutMs));
  }

  /** Processor time it has used in milliseconds, where the system reports it. */
  processorMs(): Promise<number | undefined> {
    return processorMs(this.#inside.spawned.child.pid);
  }

  isResponsive(): Promise<boolean> {
    return this.#ping.isAnswered();
  }

  kill(): void {
    this.#isKilled = true;
    this.#inside.spawned.child.kill('SIGKILL');
  }

  async #call(call: FunctionCall): Promise<CallOutcome | 'unsent'> {
    const { clock, logger } = this.#inside.context;
    const log = createRunLog(call, clock);
    const running: RunningCall = { call, log, isOver: false };
    const token = this.#inside.running.add(running);
    try {
      const answered = await this.#channels.send({
        functionName: call.functionName,
        frame: callFrame(call, token, isoTime(clock.now() + call.timeoutMs)),
        timeoutMs: call.timeoutMs,
        onAsk: (question) => answerQuestion(question, call.bridge, logger),
      });
      running.isOver = true;
      if (answered === 'unsent') return answered;
      return await this.#outcomeOf(answered, log);
    } finally {
      this.#inside.running.remove(token);
      log.close();
    }
  }

  async #check(functionName: string, timeoutMs: number): Promise<CallOutcome> {
    const onAsk = () => Promise.reject(new Error('Nothing runs yet.'));
    const answered = await this.#channels.sendAlone({
      functionName,
      frame: checkFrame(functionName),
      timeoutMs,
      onAsk,
    });
    return await this.#outcomeOf(answered === 'unsent' ? 'cut' : answered, undefined);
  }

  #yieldToOthers(graceMs: number | undefined): void {
    const { sandbox, spawned } = this.#inside;
    try {
      if (spawned.child.pid !== undefined) sandbox.started(spawned.child.pid, graceMs);
    } catch {
      this.kill();
    }
  }

  #endHostile(): void {
    const { context, spawned } = this.#inside;
    context.logger.warn({ pid: spawned.child.pid }, 'A function process sent an invalid message and was ended.');
    this.#endBroken();
  }

  #endBroken(): void {
    this.#isBroken = true;
    this.#inside.spawned.child.kill('SIGKILL');
  }

  #logEndFromOutside(): void {
    const { context, spawned } = this.#inside;
    const end = spawned.end();
    if (!this.wasEndedFromOutside || end === undefined) return;
    context.logger.error({ pid: spawned.child.pid }, `A function process was ended from outside: ${describeEnd(end)}.`);
  }

  async #outcomeOf(answered: Exclude<ChannelAnswer, 'unsent'>, log: RunLog | undefined): Promise<CallOutcome> {
    if (answered === 'timeout') {
      await this.#endIfStuck();
      return { kind: 'timeout' };
    }
    if (answered === 'cut') return await this.#afterCut();
    const outcome = readOutcome(answered) ?? canceledOutcome('');
    await log?.waitFor(answered.number);
    return outcome;
  }

  /** The function that timed out may block the whole process. */
  async #endIfStuck(): Promise<void> {
    if (await this.#ping.isAnswered()) return;
    this.kill();
    await this.ended;
  }

  /** The channel ended, either with the process or because a function ended it; the latter is no reason to end other calls. */
  async #afterCut(): Promise<CallOutcome> {
    await Promise.race([this.ended, wait(END_MS)]);
    if (this.isUsable && (await this.#ping.isAnswered())) {
      await wait(WORDS_MS);
      return canceledOutcome(this.stderrTail);
    }
    // A process that closes the channel and does not answer must not get another call.
    if (this.isUsable) this.#endBroken();
    await this.ended;
    return this.#isKilled ? { kind: 'crashed' } : endOutcome(this.stderrTail);
  }

  async #clear(): Promise<void> {
    this.#isOver = true;
    this.#logEndFromOutside();
    this.#channels.close();
    this.#inside.outSocket.close();
    await this.#inside.sandbox.close();
  }
}
