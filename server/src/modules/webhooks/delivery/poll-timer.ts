import type { Clock } from '../../../platform/clock.ts';

const POLL_GAP_MS = 20;
const FAILED_MS = 1000;
const TIMER_MS_MAX = 60_000;

export interface PollTimerContext {
  readonly clock: Clock;
  readonly poll: () => Promise<void>;
  /** Called when a poll has ended; another one may have started. */
  readonly onPolled: () => void;
  readonly onError: (error: unknown) => void;
}

export class PollTimer {
  readonly #context: PollTimerContext;
  #polling: Promise<void> | undefined;
  #mustPollAgain = false;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** Set while a poll waits for `POLL_GAP_MS` to pass. */
  #pausing: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  #timerAtMs = Number.POSITIVE_INFINITY;
  #isClosed = false;

  constructor(context: PollTimerContext) {
    this.#context = context;
  }

  poll(): void {
    if (this.#isClosed) return;
    if (this.#polling !== undefined) {
      this.#mustPollAgain = true;
      return;
    }
    if (this.#pausing !== undefined) return;
    const waitMs = this.#polledAt + POLL_GAP_MS - performance.now();
    if (waitMs > 0) {
      this.#pausing = setTimeout(() => {
        this.#pausing = undefined;
        this.poll();
      }, waitMs).unref();
      return;
    }
    this.#polling = this.#context
      .poll()
      .catch((error: unknown) => this.failed(error))
      .finally(() => this.#polled());
  }

  /** Keeps the earliest of the requested times. */
  pollAt(atMs: number): void {
    if (this.#isClosed || atMs >= this.#timerAtMs) return;
    clearTimeout(this.#timer);
    this.#timerAtMs = atMs;
    const delayMs = Math.min(Math.max(atMs - this.#context.clock.now(), 1), TIMER_MS_MAX);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#timerAtMs = Number.POSITIVE_INFINITY;
      this.poll();
    }, delayMs).unref();
  }

  pollIn(delayMs: number): void {
    this.pollAt(this.#context.clock.now() + delayMs);
  }

  failed(error: unknown): void {
    if (this.#isClosed) return;
    this.#context.onError(error);
    this.pollIn(FAILED_MS);
  }

  isIdle(): boolean {
    return this.#polling === undefined && this.#pausing === undefined;
  }

  nextAtMs(): number | undefined {
    return this.#timer === undefined ? undefined : this.#timerAtMs;
  }

  async whenPolled(): Promise<void> {
    await this.#polling;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#pausing);
  }

  #polled(): void {
    this.#polling = undefined;
    this.#polledAt = performance.now();
    if (this.#mustPollAgain) {
      this.#mustPollAgain = false;
      this.poll();
    }
    this.#context.onPolled();
  }
}
