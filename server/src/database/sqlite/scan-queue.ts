import type { DatabaseErrorKind } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { nextInTurn, StoreCounts } from '../store-turns.ts';
import type { SqliteLimits } from './limits.ts';
import type { MakeRequest } from './thread.ts';
import type { ThreadPool } from './thread-pool.ts';

export interface ScanOptions {
  /** The caller waits however long it takes: for writes, whose outcome must be known. */
  readonly isPatient?: boolean;
}

interface Task {
  readonly store: string;
  readonly make: MakeRequest;
  readonly isPatient: boolean;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
  timer: NodeJS.Timeout | undefined;
}

/** A running statement cannot be stopped: its caller gets an answer in time, but the task counts until it ends. */
export class ScanQueue {
  readonly #pool: ThreadPool;
  readonly #limits: SqliteLimits;
  readonly #running = new StoreCounts();
  readonly #queued = new StoreCounts();
  #queue: Task[] = [];
  readonly #whenIdle: (() => void)[] = [];

  constructor(pool: ThreadPool, limits: SqliteLimits) {
    this.#pool = pool;
    this.#limits = limits;
  }

  run<Value>(store: string, make: MakeRequest, { isPatient = false }: ScanOptions = {}): Promise<Value> {
    if (this.#queue.length >= this.#limits.queueMax || this.#queued.of(store) >= this.#limits.scanQueuePerStoreMax) {
      return Promise.reject(failure('overloaded', 'too many long requests are waiting'));
    }
    return new Promise<Value>((resolve, reject) => {
      const task: Task = {
        store,
        make,
        isPatient,
        resolve: resolve as (value: unknown) => void,
        reject,
        timer: undefined,
      };
      task.timer = setTimeout(() => this.#leave(task, tooLate(task)), this.#limits.queueTimeoutMs);
      this.#queue.push(task);
      this.#queued.add(store, 1);
      this.#dispatch();
    });
  }

  /** Rejects the tasks of a store that wait for a thread. */
  refuse(store: string, error: DatabaseFailure): void {
    for (const task of this.#queue.filter((each) => each.store === store)) this.#leave(task, error);
  }

  async close(timeoutMs: number): Promise<void> {
    const deadlineMs = performance.now() + timeoutMs;
    const timer = setTimeout(() => this.#stopWaiting(), timeoutMs);
    if (!this.#isIdle()) await new Promise<void>((resolve) => this.#whenIdle.push(resolve));
    clearTimeout(timer);
    await this.#pool.close(Math.max(0, deadlineMs - performance.now()));
  }

  #dispatch(): void {
    for (;;) {
      const index = nextInTurn(this.#queue, this.#running, (task) => this.#mayStart(task));
      const thread = index < 0 ? undefined : this.#pool.free();
      if (thread === undefined) break;
      for (const task of this.#queue.splice(index, 1)) {
        clearTimeout(task.timer);
        this.#queued.add(task.store, -1);
        this.#running.add(task.store, 1);
        if (!task.isPatient) task.timer = setTimeout(() => this.#answerLate(task), this.#limits.scanTimeoutMs);
        thread
          .call(task.make)
          .then(task.resolve, task.reject)
          .finally(() => this.#ended(task));
      }
    }
    if (this.#isIdle()) this.#stopWaiting();
  }

  /** An exclusive write blocks the store's other writes, so it does not itself wait for the store's long reads. */
  #mayStart({ store, isPatient }: Task): boolean {
    return isPatient || this.#running.of(store) < this.#limits.scansPerStore;
  }

  #ended(task: Task): void {
    clearTimeout(task.timer);
    this.#running.add(task.store, -1);
    this.#dispatch();
  }

  #leave(task: Task, error: DatabaseFailure): void {
    clearTimeout(task.timer);
    this.#queue = this.#queue.filter((each) => each !== task);
    this.#queued.add(task.store, -1);
    task.reject(error);
    this.#dispatch();
  }

  #answerLate(task: Task): void {
    task.reject(failure('timeout', 'the statement takes too long'));
  }

  #stopWaiting(): void {
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  #isIdle(): boolean {
    return this.#queue.length === 0 && this.#running.size === 0;
  }
}

function tooLate({ isPatient }: Task): DatabaseFailure {
  return failure(isPatient ? 'overloaded' : 'timeout', 'waited too long for a thread');
}

function failure(kind: DatabaseErrorKind, message: string): DatabaseFailure {
  return new DatabaseFailure({ kind, message });
}
