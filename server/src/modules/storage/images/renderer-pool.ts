import { availableParallelism } from 'node:os';
import { type Confinement, ProcessPool, type Worker } from '../../../platform/confinement/index.ts';
import type { RenderOrder, RenderReply } from './render-order.ts';

/** One image can take several hundred megabytes. */
const PROCESSES_MAX = availableParallelism() > 1 ? 3 : 2;
/** Processes for one project while other projects wait: this leaves a processor for them and the service. */
const BESIDE_OTHERS_MAX = Math.max(1, Math.min(PROCESSES_MAX, availableParallelism()) - 1);
const MEBIBYTE = 1024 * 1024;
/** Limit for source files; 40 megapixels without any compression take less. */
const SOURCE_BYTES_MAX = 256 * MEBIBYTE;
const RENDITION_BYTES_MAX = 256 * MEBIBYTE;
const DATA_KILOBYTES_MAX = 2 * 1024 * 1024;

/** A process opens one image at a time and gets access to that file only. */
export class RendererPool {
  readonly #workers: ProcessPool;

  constructor(confinement: Confinement) {
    this.#workers = new ProcessPool({
      confinement,
      machineErrorCode: 'unavailable',
      name: 'processes of images',
      bundled: new URL('image-renderer.mjs', import.meta.url),
      source: new URL('renderer-process.ts', import.meta.url),
      packages: ['sharp'],
      heapMegabytes: 64,
      dataKilobytesMax: DATA_KILOBYTES_MAX,
      answerLimits: { headBytesMax: 1024, bodyBytesMax: RENDITION_BYTES_MAX },
      orderMsMax: 30_000,
      atOnceMax: PROCESSES_MAX,
      atOncePerGroupMax: PROCESSES_MAX - 1,
      atOnceBesideOthersMax: BESIDE_OTHERS_MAX,
      waitingMax: 128,
      waitingPerGroupMax: 48,
      tooMany: 'Too many images at once. Try again shortly.',
    });
  }

  /** Rejects with `overloaded`, the error of `fetch`, or the signal's reason when it aborts before the start. */
  render(group: string, rendering: Rendering, signal: AbortSignal): Promise<RenderReply> {
    return this.#workers.run(group, (worker) => renderWith(worker, rendering), signal);
  }

  close(): Promise<void> {
    return this.#workers.close();
  }
}

export interface Rendering {
  readonly order: Omit<RenderOrder, 'path'>;
  /** Writes the image to the path unless it is too long, and returns its size; undefined when the blob was deleted. */
  readonly fetch: (path: string, bytesMax: number) => Promise<number | undefined>;
}

async function renderWith(worker: Worker, { order, fetch }: Rendering): Promise<RenderReply> {
  const source = worker.lend();
  try {
    const size = await fetch(source.path, SOURCE_BYTES_MAX);
    if (size === undefined) return { kind: 'gone' };
    if (size > SOURCE_BYTES_MAX) return { kind: 'unfit' };
    await source.hand();
    const answer = await worker.ask({ ...order, path: source.processPath } satisfies RenderOrder);
    return answer?.body.length ? { kind: 'rendered', bytes: answer.body } : { kind: 'unfit' };
  } finally {
    await source.takeBack();
  }
}
