import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ServiceError } from '../errors.ts';
import { createFairLimit, type FairLimit, type FairLimitOptions } from '../fair-limit.ts';
import type { Confinement, Held } from './confinement.ts';
import type { FrameLimits } from './frames.ts';
import { type Worker, WorkerProcess } from './worker-process.ts';

export interface WorkerPoolOptions extends FairLimitOptions {
  readonly confinement: Confinement;
  /** What the processes do, in the plural. */
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

const IDLE_MS = 30_000;

/**
 * Confined processes that obey one order each at a time. They start when needed and end when idle, and with them goes the
 * memory they took. One that dies or takes too long has met something that it cannot do; no other notices.
 */
export class WorkerPool {
  readonly #options: WorkerPoolOptions;
  readonly #limit: FairLimit;
  readonly #idle: WorkerProcess[] = [];
  readonly #all = new Set<WorkerProcess>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = options;
    this.#limit = createFairLimit(options);
  }

  /**
   * Gives the work a process when it is the group's turn. Rejects with `overloaded` when too many wait, and with the
   * signal's reason when that aborts before the start.
   */
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
    const worker = this.#takeIdle() ?? (await this.#start());
    const deadline = setTimeout(() => worker.kill(), this.#options.orderMsMax);
    try {
      return await work(worker);
    } finally {
      clearTimeout(deadline);
      if (!worker.isGone) this.#idle.push(worker);
      this.#dismissIdleLater();
    }
  }

  #takeIdle(): WorkerProcess | undefined {
    for (let worker = this.#idle.pop(); worker !== undefined; worker = this.#idle.pop())
      if (!worker.isGone) return worker;
    return undefined;
  }

  async #start(): Promise<WorkerProcess> {
    if (this.#isClosed) throw new ServiceError('unavailable', 'The service is stopping.');
    const { heapMegabytes, answerLimits } = this.#options;
    const held = await this.#hold();
    const program = [process.execPath, `--max-old-space-size=${heapMegabytes}`, this.#file()];
    const worker = await WorkerProcess.start(held, program, answerLimits);
    if (this.#isClosed) worker.kill();
    this.#all.add(worker);
    void worker.ended.then(() => this.#all.delete(worker));
    return worker;
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

  #dismissIdleLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      for (const worker of this.#idle.splice(0)) worker.dismiss();
    }, IDLE_MS).unref();
  }
}
