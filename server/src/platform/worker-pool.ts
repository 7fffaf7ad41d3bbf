import { ServiceError } from './errors.ts';
import { createFairLimit, type FairLimit, type FairLimitOptions } from './fair-limit.ts';

export interface PooledWorker {
  readonly isGone: boolean;
  /** Checked on idle workers: false when the worker can no longer work and must end. */
  readonly isFit?: boolean;
  readonly ended: Promise<void>;
  dismiss(): void;
  kill(): void;
}

const IDLE_MS = 30_000;

/** Starts workers when needed and ends idle ones. Groups take turns. A worker that dies fails only its own task. */
export class WorkerPool<Worker extends PooledWorker> {
  readonly #start: () => Worker | Promise<Worker>;
  readonly #limit: FairLimit;
  readonly #idle: Worker[] = [];
  readonly #all = new Set<Worker>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(limits: FairLimitOptions, start: () => Worker | Promise<Worker>) {
    this.#limit = createFairLimit(limits);
    this.#start = start;
  }

  /** Rejects with `overloaded` when too many wait, or the signal's reason when it aborts before the start. */
  run<T>(group: string, work: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#limit(group, () => this.#run(work), signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    for (const worker of this.#all) worker.kill();
    await Promise.all(Array.from(this.#all, ({ ended }) => ended));
  }

  async #run<T>(work: (worker: Worker) => Promise<T>): Promise<T> {
    const worker = this.#takeIdle() ?? (await this.#add());
    try {
      return await work(worker);
    } finally {
      if (!worker.isGone) this.#idle.push(worker);
      this.#dismissIdleLater();
    }
  }

  #takeIdle(): Worker | undefined {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop()) {
      if (worker.isGone) continue;
      if (worker.isFit !== false) return worker;
      worker.kill();
    }
    return undefined;
  }

  async #add(): Promise<Worker> {
    if (this.#isClosed) throw new ServiceError('unavailable', 'The service is stopping.');
    const worker = await this.#start();
    if (this.#isClosed) worker.kill();
    this.#all.add(worker);
    void worker.ended.then(() => this.#all.delete(worker));
    return worker;
  }

  #dismissIdleLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const worker of this.#idle.splice(0)) worker.dismiss();
    }, IDLE_MS).unref();
  }
}
