import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import type { HashReply, HashTask } from './worker.ts';

const BUNDLED = 'password-worker.mjs';
/** What waits beyond this would be answered too late to be of use. */
const WAITING_PER_THREAD_MAX = 100;
const IDLE_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

interface Waiting {
  readonly task: HashTask;
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Threads of low priority that hash, one password each at a time. They start when needed and end when idle. */
export class HashThreads {
  readonly #threadsMax: number;
  readonly #waiting: Waiting[] = [];
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #timer: NodeJS.Timeout | undefined;

  constructor(threadsMax: number) {
    this.#threadsMax = threadsMax;
  }

  run(task: HashTask): Promise<Uint8Array> {
    if (this.#waiting.length >= WAITING_PER_THREAD_MAX * this.#threadsMax) {
      throw new ServiceError('overloaded', 'Too many sign-ins at once. Try again shortly.', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject });
      this.#next();
    });
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await Promise.all(Array.from(this.#all, (worker) => worker.terminate()));
  }

  #next(): void {
    if (this.#waiting.length === 0) return;
    const worker = this.#idle.pop() ?? (this.#all.size < this.#threadsMax ? this.#start() : undefined);
    if (worker === undefined) return;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) this.#give(worker, waiting);
  }

  #give(worker: Worker, { task, resolve, reject }: Waiting): void {
    const done = ({ bytes }: HashReply): void => {
      worker.off('exit', lost);
      worker.unref();
      this.#idle.push(worker);
      if (bytes === undefined) reject(new Error('A password could not be hashed.'));
      else resolve(bytes);
      this.#next();
      this.#endIdleLater();
    };
    const lost = (): void => reject(new Error('A thread that hashed a password has ended.'));
    worker.once('message', done);
    worker.once('exit', lost);
    worker.ref();
    worker.postMessage(task);
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
