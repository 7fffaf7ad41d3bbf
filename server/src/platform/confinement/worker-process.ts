import { type ChildProcess, spawn } from 'node:child_process';
import { freeBytes } from '../free-bytes.ts';
import { groupProcessorMs } from '../processor-time.ts';
import type { Held, Loan, Sandbox } from './confinement.ts';
import { type Frame, type FrameLimits, FrameReader, frameStart } from './frames.ts';
import { giveWayAsSession, WORKER_NICENESS } from './give-way.ts';

/** A confined process that obeys one order at a time. */
export interface Worker {
  /** Undefined: it did not survive the order, or took too long. */
  ask(order: unknown): Promise<Frame | undefined>;
  /** A place for a file that it is to read; an order tells it the path. */
  lend(): Loan;
}

export class WorkerProcess implements Worker {
  /** Resolves when it is gone and its sandbox is empty. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #sandbox: Sandbox;
  #answer: ((answer: Frame | undefined) => void) | undefined;
  #isGone = false;
  #isKilled = false;

  static async start(held: Held, program: readonly string[], limits: FrameLimits): Promise<WorkerProcess> {
    const sandbox = await held.openSandbox();
    const [command, ...args] = sandbox.command(program);
    // A group of its own, so that what it starts ends with it.
    const child = spawn(command, args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    return new WorkerProcess(child, sandbox, limits);
  }

  private constructor(child: ChildProcess, sandbox: Sandbox, limits: FrameLimits) {
    this.#child = child;
    this.#sandbox = sandbox;
    let hasAnswered = false;
    const reader = new FrameReader(limits, (frame) => {
      // Not while it starts: somebody waits for that.
      if (!hasAnswered && child.pid !== undefined) giveWayAsSession(child.pid, WORKER_NICENESS);
      hasAnswered = true;
      this.#settle(frame);
    });
    child.stdout?.on('data', (piece: Buffer) => {
      try {
        reader.push(piece);
        freeBytes(piece);
      } catch {
        // It says what no worker of ours says.
        this.kill();
      }
    });
    // A process that can be told nothing more has ended, which is what counts.
    child.stdin?.on('error', () => this.kill());
    this.ended = new Promise((resolve) => {
      const gone = (): void => {
        if (this.#isGone) return;
        this.#isGone = true;
        this.kill();
        this.#settle(undefined);
        void sandbox.close().finally(resolve);
      };
      child.once('exit', gone);
      child.once('error', gone);
    });
  }

  /** Gone, or about to be. */
  get isGone(): boolean {
    return this.#isGone || this.#isKilled;
  }

  ask(order: unknown): Promise<Frame | undefined> {
    return new Promise((resolve) => {
      this.#answer = resolve;
      if (this.#isGone) this.#settle(undefined);
      else this.#child.stdin?.write(frameStart(order, 0));
    });
  }

  lend(): Loan {
    return this.#sandbox.lend();
  }

  /** Of it and all that it started. */
  processorMs(): Promise<number | undefined> {
    return groupProcessorMs(this.#child.pid);
  }

  /** Lets it end by itself. */
  dismiss(): void {
    this.#child.stdin?.end();
  }

  /** Ends it with all that it started. */
  kill(): void {
    this.#isKilled = true;
    if (this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      // It is gone.
    }
  }

  #settle(answer: Frame | undefined): void {
    this.#answer?.(answer);
    this.#answer = undefined;
  }
}
