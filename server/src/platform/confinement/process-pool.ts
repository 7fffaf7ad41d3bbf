import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../errors.ts';
import type { FairLimitOptions } from '../fair-limit.ts';
import { WorkerPool } from '../worker-pool.ts';
import type { Confinement, Held } from './confinement.ts';
import type { FrameLimits } from './frames.ts';
import { OrderDeadline } from './order-deadline.ts';
import { type Worker, WorkerProcess } from './worker-process.ts';

const STARVED = 'The service is too busy at the moment. Try again shortly.';
const RETRY_AFTER_SECONDS = 5;

export interface ProcessPoolOptions extends FairLimitOptions {
  readonly confinement: Confinement;
  /** The name of the processes' work, in the plural. */
  readonly name: string;
  /** Their program beside the bundle, and where its source is. */
  readonly bundled: URL;
  readonly source: URL;
  readonly heapMegabytes: number;
  readonly dataKilobytesMax: number;
  readonly answerLimits: FrameLimits;
  /** How long an order may take. */
  readonly orderMsMax: number;
}

/** Confined processes that obey one order each at a time. One that takes too long is ended. */
export class ProcessPool {
  readonly #options: ProcessPoolOptions;
  readonly #workers: WorkerPool<WorkerProcess>;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
    this.#workers = new WorkerPool(options, () => this.#start());
  }

  /** As `WorkerPool.run`; also rejects with `overloaded` when an order is not done in time because the machine is too busy. */
  run<T>(group: string, work: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#workers.run(group, (worker) => this.#inTime(worker, work), signal);
  }

  close(): Promise<void> {
    return this.#workers.close();
  }

  async #inTime<T>(worker: WorkerProcess, work: (worker: Worker) => Promise<T>): Promise<T> {
    const deadline = new OrderDeadline(worker, this.#options.orderMsMax);
    try {
      const done = await work(worker);
      if (deadline.isStarved) throw new ServiceError('overloaded', STARVED, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      return done;
    } finally {
      deadline.clear();
    }
  }

  async #start(): Promise<WorkerProcess> {
    const { heapMegabytes, answerLimits } = this.#options;
    const held = await this.#hold();
    const program = [process.execPath, `--max-old-space-size=${heapMegabytes}`, this.#file()];
    return await WorkerProcess.start(held, program, answerLimits);
  }

  #hold(): Promise<Held> {
    const { confinement, name, dataKilobytesMax } = this.#options;
    return confinement.hold({
      name,
      probe: [process.execPath, this.#file(), '--probe'],
      limits: { dataKilobytes: dataKilobytesMax, mayWriteFiles: false },
    });
  }

  #file(): string {
    const { bundled, source } = this.#options;
    return fileURLToPath(existsSync(bundled) ? bundled : source);
  }
}
