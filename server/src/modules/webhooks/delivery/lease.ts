/** No attempt starts this shortly before the end of a lease, because its request could leave after the end. */
const MARGIN_MS = 1000;

export interface LeaseTerms {
  readonly owner: string;
  /** Measured by the database's clock, because the clocks of processes may differ. */
  readonly leaseMs: number;
}

/** The right of this process to send a webhook's deliveries, as far as it knows. */
export interface Lease {
  mayStart(): boolean;
  /** Whether another process may hold the lease. */
  isOver(): boolean;
  /** Whether the lease should be renewed soon. */
  isShort(): boolean;
  /** The terms to write with the next results; undefined where no other process may send. */
  renewal(): LeaseTerms | undefined;
  /**
   * Call when the renewal is durable: the last one that `renewal` returned, or one requested from the store at
   * `askedAt` (`performance.now()`).
   */
  renewed(askedAt?: number): void;
}

/** For a process that has the database to itself. */
export const SOLE_LEASE: Lease = {
  mayStart: () => true,
  isOver: () => false,
  isShort: () => false,
  renewal: () => undefined,
  renewed: () => undefined,
};

/**
 * A lease for processes that share a database. It measures its end by the monotonic clock, which no one can set, so a process that was
 * suspended finds its lease expired before it starts anything. Attempts may outlast a lease, which is renewed while there are any.
 */
export class HeldLease implements Lease {
  readonly #terms: LeaseTerms;
  #until: number;
  #askedAt = 0;

  /** `askedAt`: when the lease was requested from the store, by `performance.now()`. */
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
