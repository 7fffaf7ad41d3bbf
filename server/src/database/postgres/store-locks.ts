import { DatabaseFailure } from '../errors.ts';

interface QueuedLock {
  readonly isExclusive: boolean;
  readonly go: () => void;
}

/** Lets many ordinary writes of a store run at once, or one exclusive write alone, in the order of their requests. */
export class StoreLock {
  readonly #waitMs: number;
  #running = 0;
  #isExclusive = false;
  readonly #waiting: QueuedLock[] = [];

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
      const waiting: QueuedLock = {
        isExclusive,
        go: () => {
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        const message = 'an exclusive write of this store takes long';
        reject(new DatabaseFailure({ kind: 'overloaded', message, hasWaited: true }));
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

export function createStoreLocks(waitMs: number) {
  const locks = new Map<string, StoreLock>();
  return async <Result>(store: string, isExclusive: boolean, work: () => Promise<Result>): Promise<Result> => {
    let lock = locks.get(store);
    if (lock === undefined) {
      lock = new StoreLock(waitMs);
      locks.set(store, lock);
    }
    try {
      return await lock.pass(isExclusive, work);
    } finally {
      if (lock.isUnused) locks.delete(store);
    }
  };
}
