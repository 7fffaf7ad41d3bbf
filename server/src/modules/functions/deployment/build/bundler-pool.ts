import { type Confinement, ProcessPool, type Worker } from '../../../../platform/confinement/index.ts';
import type { BundleOrder, BundleReply } from './bundle-order.ts';
import type { SourceFiles } from './resolve-import.ts';
import { problemAt } from './source-error.ts';

const MEBIBYTE = 1024 * 1024;
/** V8 alone reserves half a gigabyte. esbuild's process gets the limit too: nested sources would take all memory. */
const DATA_KILOBYTES_MAX = 1024 * 1024;
/** A module of 10 MB with its source map, as JSON. */
const REPLY_BYTES_MAX = 128 * MEBIBYTE;
const TOO_COMPLEX = 'The source is too complex to be bundled.';

export class BundlerPool {
  readonly #workers: ProcessPool;
  /** The files last sent to each process: an app deployment builds many functions from the same files. */
  readonly #known = new WeakMap<Worker, SourceFiles>();

  constructor(confinement: Confinement) {
    this.#workers = new ProcessPool({
      confinement,
      machineErrorCode: 'function_unhealthy',
      name: 'bundlers of functions',
      bundled: new URL('function-bundler.mjs', import.meta.url),
      source: new URL('bundler-process.ts', import.meta.url),
      packages: ['esbuild'],
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

  /** Rejects with `overloaded` when too many orders wait, in all projects or in this one. */
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
