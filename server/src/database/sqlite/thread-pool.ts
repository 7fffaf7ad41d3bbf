import { DatabaseFailure } from '../errors.ts';
import type { ThreadData, ThreadRole } from './protocol.ts';
import { type MakeRequest, Thread, type ThreadWatch } from './thread.ts';

/** With this many unanswered requests, a store's own thread is skipped for a less busy one. */
const BUSY_LOAD = 64;

export interface PoolOptions extends ThreadWatch {
  readonly size: number;
  readonly queueMax: number;
  readonly data: ThreadData;
}

interface CallOptions {
  readonly deadlineMs: number;
  readonly store?: string;
}

/** Each store has a thread among those of a role, so that its pages and statements are cached in one place. */
export class ThreadPool {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get role(): ThreadRole {
    return this.#options.data.role;
  }

  get running(): readonly Thread[] {
    return this.#threads.filter((thread) => thread !== undefined);
  }

  first(): Thread {
    return this.#thread(0);
  }

  home(store: string): Thread {
    return this.#thread(hash(store) % this.#options.size);
  }

  /** The store's own thread, or a less busy one when that is overloaded. */
  near(store: string): Thread {
    const home = this.home(store);
    if (home.load < BUSY_LOAD || this.#options.size === 1) return home;
    let best = home;
    for (let index = 0; index < this.#options.size; index += 1) {
      const thread = this.#thread(index);
      if (thread.load < best.load / 2) best = thread;
    }
    return best;
  }

  /** Starts a thread if the pool is not full; undefined when all are busy. */
  free(): Thread | undefined {
    const idle = this.running.find((thread) => thread.load === 0);
    if (idle !== undefined) return idle;
    return this.#threads.length < this.#options.size ? this.#thread(this.#threads.length) : undefined;
  }

  call<Value>(thread: Thread, make: MakeRequest, { deadlineMs, store }: CallOptions): Promise<Value> {
    if (thread.load >= this.#options.queueMax) {
      return Promise.reject(
        new DatabaseFailure({ kind: 'overloaded', message: `too much waits for the ${this.role} threads` }),
      );
    }
    return thread.call<Value>(make, deadlineMs, store);
  }

  expire(nowMs: number): void {
    for (const thread of this.running) thread.expire(nowMs);
  }

  async close(timeoutMs: number): Promise<void> {
    await Promise.all(this.running.map((thread) => thread.close(timeoutMs)));
  }

  #thread(index: number): Thread {
    const known = this.#threads[index];
    if (known !== undefined) return known;
    const { data } = this.#options;
    const thread = new Thread({ ...data, holdsDirectory: data.holdsDirectory && index === 0 }, this.#options);
    // Requests to the thread report a failed start; nothing else waits for it.
    thread.started.catch(() => undefined);
    this.#threads[index] = thread;
    return thread;
  }
}

/** FNV-1a, so that stores spread evenly over threads. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
