import { type ChildProcess, spawn } from 'node:child_process';
import type { Held, Room } from './confinement.ts';
import { type Frame, type FrameLimits, FrameReader, frameStart } from './frames.ts';

/** What a worker is asked; `bytes` must be `size` long in all. */
export interface Order {
  readonly head: unknown;
  readonly body?: { readonly size: number; readonly bytes: AsyncIterable<Uint8Array> };
}

/** A confined process that obeys one order at a time. */
export interface Worker {
  /** Undefined: it did not survive the order, or took too long. Rejects when the bytes of the order do. */
  ask(order: Order): Promise<Frame | undefined>;
}

export class WorkerProcess implements Worker {
  /** Resolves when it is gone and its room is empty. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  #answer: ((answer: Frame | undefined) => void) | undefined;
  #isGone = false;
  #isKilled = false;

  static async start(held: Held, program: readonly string[], limits: FrameLimits): Promise<WorkerProcess> {
    const room = await held.openRoom();
    const [command, ...args] = room.command(program);
    // A group of its own, so that what it starts ends with it.
    const child = spawn(command, args, { cwd: '/', env: {}, stdio: ['pipe', 'pipe', 'ignore'], detached: true });
    return new WorkerProcess(child, room, limits);
  }

  private constructor(child: ChildProcess, room: Room, limits: FrameLimits) {
    this.#child = child;
    const reader = new FrameReader(limits, (frame) => this.#settle(frame));
    child.stdout?.on('data', (piece: Buffer) => {
      try {
        reader.push(piece);
      } catch {
        // It says what no worker of ours says.
        this.kill();
      }
    });
    // What cannot be told any more has ended, which is what counts.
    child.stdin?.on('error', () => this.kill());
    this.ended = new Promise((resolve) => {
      const gone = (): void => {
        if (this.#isGone) return;
        this.#isGone = true;
        this.kill();
        this.#settle(undefined);
        void room.close().finally(resolve);
      };
      child.once('exit', gone);
      child.once('error', gone);
    });
  }

  /** Gone, or about to be. */
  get isGone(): boolean {
    return this.#isGone || this.#isKilled;
  }

  async ask({ head, body }: Order): Promise<Frame | undefined> {
    const answered = new Promise<Frame | undefined>((resolve) => {
      this.#answer = resolve;
      if (this.#isGone) resolve(undefined);
    });
    await this.#write(frameStart(head, body?.size ?? 0));
    try {
      for await (const piece of body?.bytes ?? []) {
        if (this.#isGone) break;
        await this.#write(piece);
      }
    } catch (error) {
      this.kill();
      throw error;
    }
    return answered;
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

  async #write(bytes: Uint8Array): Promise<void> {
    const { stdin } = this.#child;
    if (this.#isGone || stdin === null || stdin.destroyed) return;
    await new Promise<void>((resolve) => stdin.write(bytes, () => resolve()));
  }
}
