const READS_JUDGED = 64;
const DELAYED_MAX = 1;
/** Busy processes keep a processor for about 3 ms at a time. */
const DELAYED_BY_MS = 2;
const RISE_AFTER_MS = 5000;

/**
 * How many scans may run at once. Scans share the server's processors with short reads, so while short reads beside
 * them are delayed, fewer may start.
 */
export class ScanLimit {
  readonly #most: number;
  readonly #now: () => number;
  #lowered: number;
  #loweredAt = 0;
  #reads = 0;
  #delayed = 0;

  constructor(most: number, now: () => number = () => performance.now()) {
    this.#most = most;
    this.#now = now;
    this.#lowered = most;
  }

  /** At least one. It rises by one after each period without a new reason to lower it. */
  current(): number {
    if (this.#lowered === this.#most) return this.#most;
    const risen = Math.floor((this.#now() - this.#loweredAt) / RISE_AFTER_MS);
    return Math.min(this.#most, this.#lowered + risen);
  }

  /** A read has run beside `scans` scans, and took `beyondUsualMs` longer than short reads of its shape usually do. */
  noteRead(beyondUsualMs: number, scans: number): void {
    const current = this.current();
    this.#reads += 1;
    if (beyondUsualMs > DELAYED_BY_MS) this.#delayed += 1;
    // While more scans than the limit run, the delays do not show that the limit is too high, only that it may not rise.
    if (this.#delayed > DELAYED_MAX) this.#set(scans > current ? current : Math.max(1, current - 1));
    else if (this.#reads >= READS_JUDGED) this.#judgeNext();
  }

  #set(limit: number): void {
    this.#lowered = limit;
    this.#loweredAt = this.#now();
    this.#judgeNext();
  }

  #judgeNext(): void {
    this.#reads = 0;
    this.#delayed = 0;
  }
}
