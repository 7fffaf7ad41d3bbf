import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { freeBytes } from '../free-bytes.ts';
import { groupProcessorMs } from '../processor-time.ts';
import { CannotStart } from './cannot-start.ts';
import type { LentFile, Sandbox, Sandboxes } from './confinement.ts';
import { type Frame, type FrameLimits, FrameReader, frameStart } from './frames.ts';
import { lowerSessionPriority, WORKER_NICENESS } from './lower-priority.ts';
import { describeEnd, type ProcessEnd, wasEndedFromOutside } from './process-end.ts';

export interface Worker {
  /** Undefined: the process died or took too long. Rejects with `CannotStart` when the machine is at fault. */
  ask(order: unknown): Promise<Frame | undefined>;
  lend(): LentFile;
}

export class WorkerProcess implements Worker {
  /** Resolves when the process has ended and its sandbox is empty. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #sandbox: Sandbox;
  #answer: PromiseWithResolvers<Frame | undefined> | undefined;
  #isReady = false;
  #end: ProcessEnd | undefined;
  #isKilled = false;
  #isLost = false;

  static async start(held: Sandboxes, program: readonly string[], limits: FrameLimits): Promise<WorkerProcess> {
    const sandbox = await held.openSandbox();
    const [command, ...args] = sandbox.command(program);
    // Its own process group, so that its child processes end with it.
    const options: SpawnOptions = { cwd: sandbox.folder, env: {}, stdio: ['pipe', 'pipe', 'ignore'], detached: true };
    return new WorkerProcess(spawn(command, args, options), sandbox, limits);
  }

  private constructor(child: ChildProcess, sandbox: Sandbox, limits: FrameLimits) {
    this.#child = child;
    this.#sandbox = sandbox;
    const reader = new FrameReader(limits, (frame) => {
      if (this.#isReady) this.#settle(frame);
      else this.#isReady = true;
    });
    let hasGivenWay = false;
    child.stdout?.on('data', (piece: Buffer) => {
      try {
        reader.push(piece);
        freeBytes(piece);
      } catch {
        // Our own program never sends such a frame.
        this.kill();
      }
      // Not during the start, because a caller waits for it.
      if (this.#isReady && !hasGivenWay && child.pid !== undefined) lowerSessionPriority(child.pid, WORKER_NICENESS);
      hasGivenWay ||= this.#isReady;
    });
    // A closed input means that the process has ended or was ended; its exit tells how.
    child.stdin?.on('error', () => this.#killGroup());
    this.ended = new Promise((resolve) => {
      const gone = (end: ProcessEnd): void => {
        if (this.#end !== undefined) return;
        this.#end = end;
        this.#settleEnded(end);
        this.#killGroup();
        void sandbox.close().finally(resolve);
      };
      child.once('exit', (code, signal) => gone({ code, signal }));
      child.once('error', () => gone({ code: child.exitCode, signal: child.signalCode }));
    });
  }

  get isGone(): boolean {
    return this.#end !== undefined || this.#isLost;
  }

  /** False when its folder was deleted from outside. */
  get isFit(): boolean {
    return existsSync(this.#sandbox.folder);
  }

  ask(order: unknown): Promise<Frame | undefined> {
    const answer = Promise.withResolvers<Frame | undefined>();
    this.#answer = answer;
    if (this.#end !== undefined) this.#settleEnded(this.#end);
    else this.#child.stdin?.write(frameStart(order, 0));
    return answer.promise;
  }

  lend(): LentFile {
    return this.#sandbox.lend();
  }

  processorMs(): Promise<number | undefined> {
    return groupProcessorMs(this.#child.pid);
  }

  dismiss(): void {
    this.#child.stdin?.end();
  }

  kill(): void {
    this.#isKilled = true;
    this.#killGroup();
  }

  #killGroup(): void {
    this.#isLost = true;
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It has already ended.
    }
  }

  #settle(answer: Frame | undefined): void {
    this.#answer?.resolve(answer);
    this.#answer = undefined;
  }

  #settleEnded(end: ProcessEnd): void {
    const isMachine = !this.#isKilled && (!this.#isReady || wasEndedFromOutside(end));
    if (!isMachine) {
      this.#settle(undefined);
      return;
    }
    const when = this.#isReady ? 'while it worked' : 'before it was ready';
    this.#answer?.reject(new CannotStart(`A process could not do its work: ${describeEnd(end)} ${when}.`));
    this.#answer = undefined;
  }
}
