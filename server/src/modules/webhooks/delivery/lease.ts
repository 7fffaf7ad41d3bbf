export interface LeaseTerms {
  readonly owner: string;
  /** How long it holds, by the clock of the database: those of processes may differ. */
  readonly leaseMs: number;
  /** The longest that an attempt takes: one is started only when it will have ended within the lease. */
  readonly attemptMs: number;
}

/**
 * The right of this process to send what waits for a webhook, as far as it knows. It counts its own end by the clock that
 * nobody sets: a process that stood still finds that its time is over before it starts anything.
 */
export class HeldLease {
  readonly #terms: LeaseTerms;
  #startUntil: number;
  #askedAt = 0;

  /** `askedAt`: when the store was asked for it, by `performance.now()`. */
  constructor(terms: LeaseTerms, askedAt: number) {
    this.#terms = terms;
    this.#startUntil = askedAt + terms.leaseMs - terms.attemptMs;
  }

  mayStart(): boolean {
    return performance.now() < this.#startUntil;
  }

  /** Others may have taken it. */
  isOver(): boolean {
    return performance.now() >= this.#startUntil + this.#terms.attemptMs;
  }

  /** It should be renewed rather than used up. */
  isShort(): boolean {
    const { leaseMs, attemptMs } = this.#terms;
    return performance.now() + (leaseMs - attemptMs) / 2 > this.#startUntil;
  }

  /** What to write with the next results. */
  renewal(): LeaseTerms {
    this.#askedAt = performance.now();
    return this.#terms;
  }

  renewed(askedAt = this.#askedAt): void {
    const { leaseMs, attemptMs } = this.#terms;
    this.#startUntil = Math.max(this.#startUntil, askedAt + leaseMs - attemptMs);
  }
}
