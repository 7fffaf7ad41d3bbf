import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Clock, isoTime } from '../../../../platform/clock.ts';
import type { Sandbox } from '../../../../platform/confinement/index.ts';
import type { Logger } from '../../../../platform/logger.ts';
import type { SafeFetch } from '../../../../platform/safe-fetch/index.ts';
import { answerQuestion } from '../asks/answer-question.ts';
import type { FunctionCall } from '../interface/function-call.ts';
import type { CallOutcome, Program } from '../interface/runtime.ts';
import { type OutSocket, openOutSocket } from '../out-socket/out-socket.ts';
import type { Answered } from './call-channel.ts';
import { type CallChannels, createCallChannels } from './call-channels.ts';
import { callFrame, checkFrame } from './call-frame.ts';
import { canceledOutcome, endOutcome } from './end-of-process.ts';
import { createHealthPing, type HealthPing } from './health-ping.ts';
import type { Host } from './host.ts';
import { listenToOutput } from './output.ts';
import { readOutcome } from './read-outcome.ts';
import { createRunLog, type RunLog } from './run-log.ts';
import { createRunningCalls, type RunningCall, type RunningCalls } from './running-calls.ts';
import { IN_SOCKET, OUT_SOCKET, type Spawned, spawnProcess } from './spawn-process.ts';

export interface ProcessContext {
  readonly host: Host;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly safeFetch: SafeFetch;
}

const START_MS_MAX = 10_000;
/** How long a process may take to end whose connection has ended, and its last words to come. */
const END_MS = 200;
const WORDS_MS = 20;

/** Starts a process for a program. Gives it when it listens, or its last words when it ended before or took too long. */
export async function startFunctionProcess(
  program: Program,
  context: ProcessContext,
  graceMs?: number,
): Promise<FunctionProcess | { readonly failed: string }> {
  const sandbox = await context.host.openSandbox();
  const started = await startIn(sandbox, program, { ...context, graceMs }).catch(async (error: unknown) => {
    await sandbox.close();
    throw error;
  });
  const tooLong = setTimeout(() => started.kill(), START_MS_MAX);
  const isReady = await started.ready;
  clearTimeout(tooLong);
  if (isReady) return started;
  await started.ended;
  return { failed: started.stderrTail };
}

async function startIn(
  sandbox: Sandbox,
  program: Program,
  { graceMs, ...context }: ProcessContext & { readonly graceMs: number | undefined },
): Promise<FunctionProcess> {
  const running = createRunningCalls();
  const outPath = join(sandbox.folder, OUT_SOCKET);
  const findBridge = (token: string) => {
    const run = running.find(token);
    return run === undefined || run.isOver ? undefined : run.call.bridge;
  };
  const outSocket = await openOutSocket(outPath, { ...context, findBridge });
  try {
    await sandbox.hand(outPath);
    const spawned = await spawnProcess(context.host, sandbox, program, graceMs);
    return new FunctionProcess({
      context,
      sandbox,
      running,
      outSocket,
      spawned,
      canEndChannels: functionsOfProcess(program),
    });
  } catch (error) {
    outSocket.close();
    throw error;
  }
}

/** The module `node:process` ends all that runs on a channel, which nothing can keep it from; the global object cannot. */
const NAMES_PROCESS = /(['"`])(?:node:)?process\1/;

function functionsOfProcess({ modules }: Program): ReadonlySet<string> {
  const found = Array.from(modules).filter(([, text]) => NAMES_PROCESS.test(text));
  return new Set(found.map(([name]) => name));
}

interface Inside {
  readonly context: ProcessContext;
  readonly sandbox: Sandbox;
  readonly running: RunningCalls;
  readonly outSocket: OutSocket;
  readonly spawned: Spawned;
  /** Functions that could end the channel they are called on. */
  readonly canEndChannels: ReadonlySet<string>;
}

/** One running process of a project. */
export class FunctionProcess {
  /** Resolves when it is gone and its sandbox is empty. */
  readonly ended: Promise<void>;
  readonly #inside: Inside;
  readonly #channels: CallChannels;
  readonly #ping: HealthPing;
  #isOver = false;
  /** It was ended on purpose, so its end says nothing about what ran in it. */
  #isKilled = false;

  constructor(inside: Inside) {
    const { sandbox, running, spawned } = inside;
    this.#inside = inside;
    const inPath = join(sandbox.folder, IN_SOCKET);
    this.#channels = createCallChannels(inPath, (functionName) => inside.canEndChannels.has(functionName));
    this.#ping = createHealthPing(inPath, spawned.child.pid);
    listenToOutput(spawned.output, {
      onRunLine: (token, level, message) => running.find(token)?.log.add(level, message),
      onPing: (id) => this.#ping.arrived(id),
    });
    this.ended = spawned.gone.then(() => this.#clear());
  }

  /** False as soon as it is ending. */
  get isUsable(): boolean {
    const { exitCode, signalCode } = this.#inside.spawned.child;
    return !this.#isOver && !this.#isKilled && exitCode === null && signalCode === null;
  }

  /** Whether it listens; false when it ended before. */
  get ready(): Promise<boolean> {
    return this.#inside.spawned.ready;
  }

  /** The last it said about itself. */
  get stderrTail(): string {
    return this.#inside.spawned.stderrTail.text();
  }

  /** It ended without anybody having ended it. Known when it is gone. */
  get hasCrashed(): boolean {
    return !this.#isKilled;
  }

  async call(call: FunctionCall): Promise<CallOutcome> {
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
      return await this.#outcomeOf(answered, log);
    } finally {
      this.#inside.running.remove(token);
      log.close();
    }
  }

  /** Loads one function without running it. */
  async check(functionName: string, timeoutMs: number): Promise<CallOutcome> {
    const onAsk = () => Promise.reject(new Error('Nothing runs yet.'));
    const answered = await this.#channels.sendAlone({
      functionName,
      frame: checkFrame(functionName),
      timeoutMs,
      onAsk,
    });
    if (answered === 'timeout') this.kill();
    return await this.#outcomeOf(answered, undefined);
  }

  kill(): void {
    this.#isKilled = true;
    this.#inside.spawned.child.kill('SIGKILL');
  }

  async #outcomeOf(answered: Answered, log: RunLog | undefined): Promise<CallOutcome> {
    if (answered === 'timeout') {
      await this.#endIfStuck();
      return { kind: 'timeout' };
    }
    if (answered === 'cut') return await this.#afterCut();
    const outcome = readOutcome(answered) ?? canceledOutcome('');
    await log?.waitFor(answered.number);
    return outcome;
  }

  /** The function that did not end in time may have taken the whole process with it. */
  async #endIfStuck(): Promise<void> {
    if (await this.#ping.isAnswered()) return;
    this.kill();
    await this.ended;
  }

  /** The channel ended: with the process, or because a function ended what runs there, which is no reason to end others. */
  async #afterCut(): Promise<CallOutcome> {
    await Promise.race([this.ended, wait(END_MS)]);
    if (this.isUsable && (await this.#ping.isAnswered())) {
      await wait(WORDS_MS);
      return canceledOutcome(this.stderrTail);
    }
    // One that hangs up and does not answer is not one to be trusted with another call.
    if (this.isUsable) this.#inside.spawned.child.kill('SIGKILL');
    await this.ended;
    return this.#isKilled ? { kind: 'crashed' } : endOutcome(this.stderrTail);
  }

  async #clear(): Promise<void> {
    this.#isOver = true;
    this.#channels.close();
    this.#inside.outSocket.close();
    await this.#inside.sandbox.close();
  }
}
