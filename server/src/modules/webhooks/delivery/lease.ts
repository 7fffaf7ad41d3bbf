/** Nothing is started so shortly before the end: the request could leave after it. */
const MARGIN_MS = 1000;

export interface LeaseTerms {
  readonly owner: string;
  /** How long it holds, by the clock of the database: those of processes may differ. */
  readonly leaseMs: number;
}

/**
 * The right of this process to send what waits for a webhook, as far as it knows. It counts its own end by the clock that
 * nobody sets: a process that stood still finds that its time is over before it starts anything. Attempts may last longer
 * than a lease, which is renewed as long as there are any.
 */
export class HeldLease {
  readonly #terms: LeaseTerms;
  #until: number;
  #askedAt = 0;

  /** `askedAt`: when the store was asked for it, by `performance.now()`. */
  constructor(terms: LeaseTerms, askedAt: number) {
    this.#terms = terms;
    this.#until = askedAt + terms.leaseMs;
  }

  mayStart(): boolean {
    return performance.now() < this.#until - MARGIN_MS;
  }

  /** Others may have taken it. */
  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  /** It should be renewed rather than used up. */
  isShort(): boolean {
    return performance.now() > this.#until - (2 / 3) * this.#terms.leaseMs;
  }

  /** What to write with the next results. */
  renewal(): LeaseTerms {
    this.#askedAt = performance.now();
    return this.#terms;
  }

  renewed(askedAt = this.#askedAt): void {
    this.#until = Math.max(this.#until, askedAt + this.#terms.leaseMs);
  }
}
