import { createFairLimit, type FairLimit } from '../fair-limit.ts';
import { type PooledWorker, WorkerPool } from '../worker-pool.ts';
import { isCostly } from './hash-format.ts';
import type { HashTask } from './worker.ts';

/** A thread that hashes one password at a time. */
export interface Hasher extends PooledWorker {
  hash(task: HashTask): Promise<Uint8Array>;
}

/** Tasks of one share that wait beyond this would be answered too late to be of use. */
const WAITING_PER_THREAD_MAX = 100;
/** Of all shares together; beyond it a share has one waiting at most. */
const ALL_WAITING_PER_THREAD_MAX = 1000;

/**
 * Threads that hash, one password each at a time. Shares take turns, and there is one thread more than one share may use,
 * so that whoever comes while another takes all it gets waits for none of its hashes; and while others come, a share leaves
 * them a processor. What costs more than a hash of our own leaves a thread to the rest besides, where a share has more than
 * one.
 */
export class HashPool {
  readonly #threads: WorkerPool<Hasher>;
  /** Passed before a costly hash waits with all others. */
  readonly #costly: FairLimit;

  /** `threadsMax`: of a share that is alone. */
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

  /** `share`: whose turn it uses, a project or the console. Throws `overloaded`. */
  run(task: HashTask, share: string): Promise<Uint8Array> {
    const hash = () => this.#threads.run(share, (thread) => thread.hash(task));
    return isCostly(task.derivation) ? this.#costly(share, hash) : hash();
  }

  close(): Promise<void> {
    return this.#threads.close();
  }
}
