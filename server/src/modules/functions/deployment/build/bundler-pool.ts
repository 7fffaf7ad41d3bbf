import { type Confinement, ProcessPool, type Worker } from '../../../../platform/confinement/index.ts';
import type { BundleOrder, BundleReply } from './bundle-order.ts';
import type { SourceFiles } from './resolve-import.ts';
import { problemAt } from './source-error.ts';

const MEBIBYTE = 1024 * 1024;
/**
 * Data of each of the two processes of a bundler: the half gigabyte that V8 reserves without using it and several
 * modules of 10 MB, or as much for the bundler itself, which else takes all there is for a source that is nested without end.
 */
const DATA_KILOBYTES_MAX = 1024 * 1024;
/** A module of 10 MB with its map, as JSON. */
const REPLY_BYTES_MAX = 128 * MEBIBYTE;
const TOO_COMPLEX = 'The source is too complex to be bundled.';

/** Processes that bundle one source each at a time. */
export class BundlerPool {
  readonly #workers: ProcessPool;
  /** The files last sent to each process: a deployment of the app has many functions made of the same files. */
  readonly #known = new WeakMap<Worker, SourceFiles>();

  constructor(confinement: Confinement) {
    this.#workers = new ProcessPool({
      confinement,
      machineErrorCode: 'function_unhealthy',
      name: 'bundlers of functions',
      bundled: new URL('function-bundler.mjs', import.meta.url),
      source: new URL('bundler-process.ts', import.meta.url),
      heapMegabytes: 256,
      dataKilobytesMax: DATA_KILOBYTES_MAX,
      answerLimits: { headBytesMax: REPLY_BYTES_MAX, bodyBytesMax: 0 },
      orderMsMax: 20_000,
      atOnceMax: 3,
      atOncePerGroupMax: 2,
      waitingMax: 50,
      waitingPerGroupMax: 40,
      tooMany: 'Too many deployments at once. Try again.',
    });
  }

  /** Rejects with `overloaded` when too many wait, of all projects or of this one. */
  bundle(projectStore: string, files: SourceFiles, entry: string): Promise<BundleReply> {
    return this.#workers.run(projectStore, async (worker) => {
      const order: BundleOrder = this.#known.get(worker) === files ? { entry } : { entry, files: [...files] };
      this.#known.set(worker, files);
      const answer = await worker.ask(order);
      return answer === undefined ? { problems: [problemAt(entry, TOO_COMPLEX)] } : (answer.head as BundleReply);
    });
  }

  close(): Promise<void> {
    return this.#workers.close();
  }
}
