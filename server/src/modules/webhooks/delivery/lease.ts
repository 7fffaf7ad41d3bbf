/** No attempt starts this shortly before the end of a lease, because its request could leave after the end. */
const MARGIN_MS = 1000;

export interface LeaseTerms {
  readonly owner: string;
  /** Measured by the database's clock, because the clocks of processes may differ. */
  readonly leaseMs: number;
}

export interface Lease {
  mayStart(): boolean;
  isOver(): boolean;
  isShort(): boolean;
  /** The terms to write with the next results; undefined where no other process may send. */
  renewal(): LeaseTerms | undefined;
  /** `askedAt` (`performance.now()`): when the store was asked; absent when the last `renewal()` became durable. */
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

/** Uses the monotonic clock, so that a suspended process finds its lease expired before it starts anything. */
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
