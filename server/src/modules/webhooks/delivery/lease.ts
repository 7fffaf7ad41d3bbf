/** Nothing is started so shortly before the end: the request could leave after it. */
const MARGIN_MS = 1000;

export interface LeaseTerms {
  readonly owner: string;
  /** How long it holds, by the clock of the database: those of processes may differ. */
  readonly leaseMs: number;
}

/** The right of this process to send what waits for a webhook, as far as it knows. */
export interface Lease {
  mayStart(): boolean;
  /** Others may have taken it. */
  isOver(): boolean;
  /** It should be renewed rather than used up. */
  isShort(): boolean;
  /** The terms to write with the next results; undefined where nobody else may send. */
  renewal(): LeaseTerms | undefined;
  /** The renewal last written is durable; or one that the store was asked for at `askedAt`, by `performance.now()`. */
  renewed(askedAt?: number): void;
}

/** Of a process that has the database to itself. */
export const SOLE_LEASE: Lease = {
  mayStart: () => true,
  isOver: () => false,
  isShort: () => false,
  renewal: () => undefined,
  renewed: () => undefined,
};

/**
 * One of the leases that processes with the same database take from each other. It counts its own end by the clock that
 * nobody sets: a process that stood still finds that its time is over before it starts anything. Attempts may last longer
 * than a lease, which is renewed as long as there are any.
 */
export class HeldLease implements Lease {
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

  isOver(): boolean {
    return performance.now() >= this.#until;
  }

  isShort(): boolean {
    return performance.now() > this.#until - (2 / 3) * this.#terms.leaseMs;
  }

  renewal(): LeaseTerms {
    this.#askedAt = performance.now();
    return this.#terms;
  }

  renewed(askedAt = this.#askedAt): void {
    this.#until = Math.max(this.#until, askedAt + this.#terms.leaseMs);
  }
}
