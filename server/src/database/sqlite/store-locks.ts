import { DatabaseFailure } from '../errors.ts';

interface HeldLock {
  readonly enter: () => void;
  readonly timer: NodeJS.Timeout;
}

interface StoreLock {
  writing: number;
  isExclusive: boolean;
  readonly waitingExclusive: (() => void)[];
  held: HeldLock[];
}

/** Ordinary writes run together, an exclusive one alone. Waiting writes take turns, so neither kind starves. */
export class StoreLocks {
  readonly #locks = new Map<string, StoreLock>();
  readonly #heldMax: number;
  readonly #timeoutMs: number;

  constructor({ heldMax, timeoutMs }: { readonly heldMax: number; readonly timeoutMs: number }) {
    this.#heldMax = heldMax;
    this.#timeoutMs = timeoutMs;
  }

  isExclusive(store: string): boolean {
    const lock = this.#locks.get(store);
    return lock !== undefined && (lock.isExclusive || lock.waitingExclusive.length > 0);
  }

  /** Calls `write` synchronously, unless an exclusive write is running or waiting. */
  async shared<Value>(store: string, write: () => Promise<Value>): Promise<Value> {
    const lock = this.#lock(store);
    if (this.isExclusive(store)) {
      await this.#hold(lock);
    } else {
      lock.writing += 1;
    }
    try {
      return await write();
    } finally {
      lock.writing -= 1;
      this.#next(store, lock);
    }
  }

  async exclusive<Value>(store: string, write: () => Promise<Value>): Promise<Value> {
    const lock = this.#lock(store);
    if (lock.isExclusive || lock.writing > 0 || lock.waitingExclusive.length > 0) {
      await new Promise<void>((resolve) => lock.waitingExclusive.push(resolve));
    } else {
      lock.isExclusive = true;
    }
    try {
      return await write();
    } finally {
      lock.isExclusive = false;
      this.#next(store, lock, true);
    }
  }

  #hold(lock: StoreLock): Promise<void> {
    return new Promise((resolve, reject) => {
      if (lock.held.length >= this.#heldMax) {
        reject(new DatabaseFailure({ kind: 'overloaded', message: 'too many writes wait for an exclusive one' }));
        return;
      }
      const timer = setTimeout(() => {
        lock.held = lock.held.filter((each) => each.timer !== timer);
        reject(new DatabaseFailure({ kind: 'overloaded', message: 'waited too long for an exclusive write' }));
      }, this.#timeoutMs);
      lock.held.push({ enter: resolve, timer });
    });
  }

  #next(store: string, lock: StoreLock, wasExclusive = false): void {
    if (lock.writing > 0 || lock.isExclusive) return;
    if (lock.held.length > 0 && (wasExclusive || lock.waitingExclusive.length === 0)) {
      const held = lock.held.splice(0);
      lock.writing += held.length;
      for (const { enter, timer } of held) {
        clearTimeout(timer);
        enter();
      }
      return;
    }
    const enter = lock.waitingExclusive.shift();
    if (enter !== undefined) {
      lock.isExclusive = true;
      enter();
    } else {
      this.#locks.delete(store);
    }
  }

  #lock(store: string): StoreLock {
    const known = this.#locks.get(store);
    if (known !== undefined) return known;
    const lock = { writing: 0, isExclusive: false, waitingExclusive: [], held: [] };
    this.#locks.set(store, lock);
    return lock;
  }
}
