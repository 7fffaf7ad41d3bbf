import type { Frame } from '../wire/frames.ts';

/** How long a reply waits for others that were requested in the same message. */
const TOGETHER_MS = 1;

/** Sends replies to requests of one message together: each alone would cost a write, a wake-up and a message back. */
export class Replies {
  readonly #send: (frame: Frame) => void;
  #expected = 0;
  #ready: Frame[] = [];
  #waiting: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor(send: (frame: Frame) => void) {
    this.#send = send;
  }

  expect(): void {
    this.#expected += 1;
  }

  add(frames: readonly Frame[]): void {
    this.#expected -= 1;
    this.#ready.push(...frames);
    if (this.#expected === 0 || this.#isLate) this.#sendReady();
    else this.#waiting ??= setTimeout(() => this.#stopWaiting(), TOGETHER_MS);
  }

  #stopWaiting(): void {
    this.#isLate = true;
    this.#sendReady();
  }

  #sendReady(): void {
    clearTimeout(this.#waiting);
    const ready = this.#ready;
    this.#ready = [];
    for (const frame of ready) this.#send(frame);
  }
}
