import { availableParallelism } from 'node:os';
import type { BlobReading } from '../../../blobs/index.ts';
import { type Confinement, ProcessPool, type Worker } from '../../../platform/confinement/index.ts';
import type { RenderOrder, RenderReply } from './render-order.ts';

/** One image can take some hundred megabytes. */
const PROCESSES_MAX = availableParallelism() > 1 ? 3 : 2;
const MEBIBYTE = 1024 * 1024;
/** Of a file that is opened; 40 megapixels without any compression are less. */
const SOURCE_BYTES_MAX = 256 * MEBIBYTE;
const RENDITION_BYTES_MAX = 256 * MEBIBYTE;
const DATA_KILOBYTES_MAX = 2 * 1024 * 1024;

/** Processes that open one image each at a time, and get and give nothing but its bytes. */
export class RendererPool {
  readonly #workers: ProcessPool;

  constructor(confinement: Confinement) {
    this.#workers = new ProcessPool({
      confinement,
      name: 'processes of images',
      bundled: new URL('image-renderer.mjs', import.meta.url),
      source: new URL('renderer-process.ts', import.meta.url),
      heapMegabytes: 64,
      dataKilobytesMax: DATA_KILOBYTES_MAX,
      answerLimits: { headBytesMax: 1024, bodyBytesMax: RENDITION_BYTES_MAX },
      orderMsMax: 30_000,
      atOnceMax: PROCESSES_MAX,
      atOncePerGroupMax: PROCESSES_MAX - 1,
      waitingMax: 128,
      waitingPerGroupMax: 48,
      tooMany: 'Too many images at once. Try again shortly.',
    });
  }

  /**
   * `read` is called when it is the image's turn. Rejects with `overloaded` when too many wait, with what `read` does, and
   * with the signal's reason when that aborts before the start.
   */
  render(group: string, { order, read }: Rendering, signal: AbortSignal): Promise<RenderReply> {
    return this.#workers.run(group, (worker) => obey(worker, order, read), signal);
  }

  close(): Promise<void> {
    return this.#workers.close();
  }
}

export interface Rendering {
  readonly order: RenderOrder;
  /** Undefined when the blob is gone. */
  readonly read: () => Promise<BlobReading | undefined>;
}

async function obey(worker: Worker, order: RenderOrder, read: Rendering['read']): Promise<RenderReply> {
  const reading = await read();
  if (reading === undefined) return { kind: 'gone' };
  try {
    if (reading.size > SOURCE_BYTES_MAX) return { kind: 'unfit' };
    const answer = await worker.ask({ head: order, body: reading });
    return answer !== undefined && answer.body.length > 0
      ? { kind: 'rendered', bytes: answer.body }
      : { kind: 'unfit' };
  } finally {
    await reading.close();
  }
}
