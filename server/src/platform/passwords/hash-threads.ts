import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import { createRecentGroups } from '../recent-groups.ts';
import { FairQueue } from './fair-queue.ts';
import { isCostly } from './hash-format.ts';
import type { HashReply, HashTask } from './worker.ts';

const BUNDLED = 'password-worker.mjs';
/** What one share has waiting beyond this would be answered too late to be of use. */
const WAITING_PER_THREAD_MAX = 100;
/** Of all shares together; beyond it a share has one waiting at most. */
const ALL_WAITING_PER_THREAD_MAX = 1000;
const IDLE_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
  readonly share: string;
  readonly task: HashTask;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Threads of low priority that hash, one password each at a time. They start when needed and end when idle. Shares take
 * turns, and there is one thread more than one share may use, so that whoever comes while another takes all it gets waits
 * for none of its hashes; and while others come, a share leaves them a processor. What costs more than a hash of our own leaves a thread to the rest besides, where a share has
 * more than one.
 */
export class HashThreads {
  /** Of a share that is alone. */
  readonly #threadsMax: number;
  readonly #recent = createRecentGroups();
  readonly #underWay = new Map<string, number>();
  readonly #waiting = new FairQueue<Waiting>();
  #costlyUnderWay = 0;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #timer: NodeJS.Timeout | undefined;

  constructor(threadsMax: number) {
    this.#threadsMax = threadsMax;
  }

  /** `share`: whose turn it uses, a project or the console. Throws `overloaded`. */
  run(task: HashTask, share: string): Promise<Uint8Array> {
    if (this.#isFull(share)) {
      throw new ServiceError('overloaded', 'Too many sign-ins at once. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    this.#recent.note(share);
    return new Promise((resolve, reject) => {
      this.#waiting.push(share, { share, task, resolve, reject });
      this.#next();
    });
  }

  #isFull(share: string): boolean {
    const own = this.#waiting.lengthOf(share);
    if (own >= WAITING_PER_THREAD_MAX * this.#threadsMax) return true;
    return own > 0 && this.#waiting.length >= ALL_WAITING_PER_THREAD_MAX * this.#threadsMax;
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(Array.from(this.#all, (worker) => worker.terminate()));
  }

  #next(): void {
    while (this.#idle.length > 0 || this.#all.size <= this.#threadsMax) {
      const waiting = this.#waiting.take((one) => this.#mayStart(one));
      if (waiting === undefined) return;
      this.#give(this.#idle.pop() ?? this.#start(), waiting);
    }
  }

  #mayStart({ share, task }: Waiting): boolean {
    const threadsMax = this.#recent.isAlone(share) ? this.#threadsMax : this.#allButOne();
    if ((this.#underWay.get(share) ?? 0) >= threadsMax) return false;
    return !isCostly(task.derivation) || this.#costlyUnderWay < this.#allButOne();
  }

  #allButOne(): number {
    return Math.max(1, this.#threadsMax - 1);
  }

  #give(worker: Worker, { share, task, resolve, reject }: Waiting): void {
    this.#count(share, task, 1);
    const done = ({ bytes }: HashReply): void => {
      worker.off('exit', lost);
      worker.unref();
      this.#count(share, task, -1);
      this.#idle.push(worker);
      if (bytes === undefined) reject(new Error('A password could not be hashed.'));
      else resolve(bytes);
      this.#next();
      this.#endIdleLater();
    };
    const lost = (): void => {
      this.#count(share, task, -1);
      reject(new Error('A thread that hashed a password has ended.'));
      this.#next();
    };
    worker.once('message', done);
    worker.once('exit', lost);
    worker.ref();
    worker.postMessage(task);
  }

  #count(share: string, { derivation }: HashTask, change: 1 | -1): void {
    const underWay = (this.#underWay.get(share) ?? 0) + change;
    if (underWay === 0) this.#underWay.delete(share);
    else this.#underWay.set(share, underWay);
    if (isCostly(derivation)) this.#costlyUnderWay += change;
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), { name: 'passwords' });
    this.#all.add(worker);
    // An error is followed by the exit, which is what counts.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      this.#all.delete(worker);
      const at = this.#idle.indexOf(worker);
      if (at !== -1) this.#idle.splice(at, 1);
      this.#next();
    });
    return worker;
  }

  #endIdleLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const worker of this.#idle.splice(0)) worker.terminate().catch(() => undefined);
    }, IDLE_MS).unref();
  }
}

/** Beside this file in the source, beside the bundle when built. */
function workerFile(): URL {
  const bundled = new URL(BUNDLED, import.meta.url);
  return existsSync(bundled) ? bundled : new URL('worker.ts', import.meta.url);
}
