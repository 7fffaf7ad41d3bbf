import type { Frame } from '../wire/frames.ts';

/** A reply waits no longer for those that were asked with it. */
const TOGETHER_MS = 1;

/**
 * Replies to what functions asked for in one message. They leave together, so that the functions go on in one turn of the other
 * side: one by one, each would cost a write, a wake-up and a message back.
 */
export class Replies {
  readonly #send: (frame: Frame) => void;
  #expected = 0;
  #ready: Frame[] = [];
  #waiting: NodeJS.Timeout | undefined;
  #isLate = false;

  constructor(send: (frame: Frame) => void) {
    this.#send = send;
  }

  /** Once for each that is to be replied to. */
  expect(): void {
    this.#expected += 1;
  }

  /** The frames of one reply. */
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
