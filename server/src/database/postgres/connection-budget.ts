import { DatabaseFailure } from '../errors.ts';

/** Limits connections to all databases: a new one closes an idle one, or is refused when none is idle. */
export class ConnectionBudget {
  readonly #most: number;
  readonly #idle = new Set<() => boolean>();
  #open = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** `closeIdle` closes one idle connection of its pool at once; false when there is none. */
  addPool(closeIdle: () => boolean): () => void {
    this.#idle.add(closeIdle);
    return () => this.#idle.delete(closeIdle);
  }

  /** Throws `overloaded` when all connections are in use. */
  take(): void {
    if (this.#open >= this.#most && !this.#closeOne()) {
      throw new DatabaseFailure({ kind: 'overloaded', message: 'all connections to further databases are in use' });
    }
    this.#open += 1;
  }

  release(): void {
    this.#open -= 1;
  }

  #closeOne(): boolean {
    for (const closeIdle of this.#idle) {
      if (!closeIdle()) continue;
      // Moves this pool to the end, so that the other pools are next.
      this.#idle.delete(closeIdle);
      this.#idle.add(closeIdle);
      return true;
    }
    return false;
  }
}
