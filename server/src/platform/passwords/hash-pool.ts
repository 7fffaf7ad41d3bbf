import { createFairLimit, type FairLimit } from '../fair-limit.ts';
import { type PooledWorker, WorkerPool } from '../worker-pool.ts';
import { isCostly } from './hash-format.ts';
import type { HashTask } from './worker.ts';

export interface Hasher extends PooledWorker {
  hash(task: HashTask): Promise<Uint8Array>;
}

/** The waiting tasks per share; a task beyond this limit would be answered too late to be useful. */
const WAITING_PER_THREAD_MAX = 100;
/** For all shares together; beyond this, each share may have one waiting task. */
const ALL_WAITING_PER_THREAD_MAX = 1000;

/**
 * One thread more than a share may use, so that a new share never waits for another one's hashes. Costly hashes also
 * leave one of the share's threads to the rest.
 */
export class HashPool {
  readonly #threads: WorkerPool<Hasher>;
  readonly #costly: FairLimit;

  /** `threadsMax`: the limit for a share that is alone. */
  constructor(threadsMax: number, startThread: () => Hasher) {
    const waiting = {
      waitingMax: ALL_WAITING_PER_THREAD_MAX * threadsMax,
      waitingPerGroupMax: WAITING_PER_THREAD_MAX * threadsMax,
      waitingPerGroupWhenFullMax: 1,
      tooMany: 'Too many sign-ins at once. Try again shortly.',
    };
    const allButOne = Math.max(1, threadsMax - 1);
    this.#costly = createFairLimit({ ...waiting, atOnceMax: allButOne, atOncePerGroupMax: allButOne });
    this.#threads = new WorkerPool(
      { ...waiting, atOnceMax: threadsMax + 1, atOncePerGroupMax: threadsMax, atOnceBesideOthersMax: allButOne },
      startThread,
    );
  }

  /** `share`: the project or console that the work counts for. Throws `overloaded`. */
  run(task: HashTask, share: string): Promise<Uint8Array> {
    const hash = () => this.#threads.run(share, (thread) => thread.hash(task));
    return isCostly(task.derivation) ? this.#costly(share, hash) : hash();
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
