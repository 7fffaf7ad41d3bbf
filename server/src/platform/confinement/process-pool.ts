import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ErrorCode, ServiceError } from '../errors.ts';
import type { FairLimitOptions } from '../fair-limit.ts';
import { WorkerPool } from '../worker-pool.ts';
import { CannotStart } from './cannot-start.ts';
import type { Confinement, Sandboxes } from './confinement.ts';
import type { FrameLimits } from './frames.ts';
import { OrderDeadline } from './order-deadline.ts';
import { type ProgramFiles, packageFolders } from './program-files.ts';
import { type Worker, WorkerProcess } from './worker-process.ts';

/** The server's sources, which programs import from each other when they are not bundled. */
const SOURCES = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');
const STARVED = 'The service is too busy at the moment. Try again shortly.';
const RETRY_AFTER_SECONDS = 5;
const MACHINE = 'This machine could not do this: the process for it did not start or was ended. Try again shortly.';

export interface ProcessPoolOptions extends FairLimitOptions {
  readonly confinement: Confinement;
  readonly machineErrorCode: Extract<ErrorCode, 'unavailable' | 'function_unhealthy'>;
  readonly name: string;
  readonly bundled: URL;
  readonly source: URL;
  readonly packages?: readonly string[];
  readonly heapMegabytes: number;
  readonly dataKilobytesMax: number;
  readonly answerLimits: FrameLimits;
  readonly orderMsMax: number;
}

/** A pool of confined processes that handle one order each at a time. A process that takes too long is ended. */
export class ProcessPool {
  readonly #options: ProcessPoolOptions;
  readonly #workers: WorkerPool<WorkerProcess>;
  #isClosed = false;

  constructor(options: ProcessPoolOptions) {
    this.#options = options;
    this.#workers = new WorkerPool(options, () => this.#start());
  }

  /** Like `WorkerPool.run`, but also rejects with `overloaded` or `machineErrorCode` when the machine is at fault. */
  async run<T>(group: string, work: (worker: Worker) => Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      return await this.#workers.run(group, (worker) => this.#inTime(worker, work), signal);
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error;
      const { confinement, machineErrorCode, name } = this.#options;
      confinement.logger.error({ err: error }, `This machine failed to run ${name}.`);
      throw new ServiceError(machineErrorCode, MACHINE, { cause: error, retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
  }

  close(): Promise<void> {
    this.#isClosed = true;
    return this.#workers.close();
  }

  async #inTime<T>(worker: WorkerProcess, work: (worker: Worker) => Promise<T>): Promise<T> {
    const deadline = new OrderDeadline(worker, this.#options.orderMsMax);
    try {
      const done = await work(worker);
      if (this.#isClosed && worker.isGone) throw new ServiceError('unavailable', 'The service is stopping.');
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

  #hold(): Promise<Sandboxes> {
    const { confinement, name, dataKilobytesMax } = this.#options;
    return confinement.hold({
      name,
      probe: { command: [process.execPath, this.#file(), '--probe'] },
      files: () => this.#files(),
      limits: { dataKilobytes: dataKilobytesMax, mayWriteFiles: false },
    });
  }

  async #files(): Promise<ProgramFiles> {
    const { bundled, packages = [] } = this.#options;
    const folder = dirname(this.#file());
    const needed = await Promise.all(packages.map((name) => packageFolders(name, folder)));
    const code = existsSync(bundled) ? [folder] : [folder, SOURCES];
    return { files: [process.execPath], folders: [...code, ...needed.flat()] };
  }

  #file(): string {
    const { bundled, source } = this.#options;
    return fileURLToPath(existsSync(bundled) ? bundled : source);
  }
}
