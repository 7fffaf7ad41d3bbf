import { DatabaseFailure } from '../errors.ts';

interface Waiting {
  readonly isExclusive: boolean;
  readonly go: () => void;
}

/** Lets many ordinary writes of a store run at once, or one exclusive write alone; in the order of asking. */
export class StoreGate {
  readonly #waitMs: number;
  #running = 0;
  #isExclusive = false;
  readonly #waiting: Waiting[] = [];

  constructor(waitMs: number) {
    this.#waitMs = waitMs;
  }

  get isUnused(): boolean {
    return this.#running === 0 && this.#waiting.length === 0;
  }

  async pass<Result>(isExclusive: boolean, work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length > 0 || !this.#isFreeFor(isExclusive)) await this.#wait(isExclusive);
    else this.#enter(isExclusive);
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#isExclusive = false;
      this.#letIn();
    }
  }

  #isFreeFor(isExclusive: boolean): boolean {
    return isExclusive ? this.#running === 0 : !this.#isExclusive;
  }

  #enter(isExclusive: boolean): void {
    this.#running += 1;
    this.#isExclusive = isExclusive;
  }

  #wait(isExclusive: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        isExclusive,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        reject(new DatabaseFailure({ kind: 'timeout', message: 'an exclusive write of this store takes long' }));
        this.#letIn();
      }, this.#waitMs);
      this.#waiting.push(waiting);
    });
  }

  #letIn(): void {
    for (
      let next = this.#waiting[0];
      next !== undefined && this.#isFreeFor(next.isExclusive);
      next = this.#waiting[0]
    ) {
      this.#waiting.shift();
      this.#enter(next.isExclusive);
      next.go();
    }
  }
}

/** A gate for each store that has writes under way. */
export function createStoreGates(waitMs: number) {
  const gates = new Map<string, StoreGate>();
  return async <Result>(store: string, isExclusive: boolean, work: () => Promise<Result>): Promise<Result> => {
    let gate = gates.get(store);
    if (gate === undefined) {
      gate = new StoreGate(waitMs);
      gates.set(store, gate);
    }
    try {
      return await gate.pass(isExclusive, work);
    } finally {
      if (gate.isUnused) gates.delete(store);
    }
  };
}
