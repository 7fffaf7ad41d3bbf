import { Worker } from 'node:worker_threads';
import { builtFile } from '../../platform/built-file.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import { memoryOf, type OpenedObject, type OpenerData, type SealedObject } from './opener-worker.ts';

/** Opening a smaller object costs less than passing it on. */
const LARGE_BYTES = 128 * 1024;

interface WaitingObject {
  readonly name: string;
  readonly opened: PromiseWithResolvers<Buffer>;
  readonly worker: Worker;
}

/** Opens large objects in a thread, so that a recovery checks and decompresses the next objects while it applies one. */
export class ObjectOpener {
  readonly #sealer: Sealer;
  readonly #waiting = new Map<number, WaitingObject>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isClosed = false;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  /** Callers must not use the object afterwards. Throws `DamagedObject`. */
  async open(name: string, object: Buffer): Promise<Buffer> {
    if (object.length < LARGE_BYTES) return this.#sealer.open(name, object);
    if (this.#isClosed) throw new Error('The recovery has ended.');
    this.#worker ??= this.#createWorker();
    const worker = this.#worker;
    this.#lastId += 1;
    const opened = Promise.withResolvers<Buffer>();
    this.#waiting.set(this.#lastId, { name, opened, worker });
    const sealed: SealedObject = { id: this.#lastId, name, bytes: object };
    worker.postMessage(sealed, memoryOf(object));
    return await opened.promise;
  }

  /** Objects that are being opened fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  #createWorker(): Worker {
    const data: OpenerData = { key: this.#sealer.key };
    const worker = new Worker(workerFile(), { name: 'opener', workerData: data });
    worker.on('message', (answer: OpenedObject) => this.#settle(answer));
    worker.once('error', (error) => this.#fail(worker, error));
    worker.once('exit', () => this.#fail(worker, new Error('The thread that opens objects has ended.')));
    return worker;
  }

  #settle(answer: OpenedObject): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    this.#waiting.delete(answer.id);
    const { name, opened } = waiting;
    if ('damage' in answer) opened.reject(new DamagedObject(name, answer.damage));
    else opened.resolve(Buffer.from(answer.content.buffer, answer.content.byteOffset, answer.content.byteLength));
  }

  #fail(worker: Worker, error: unknown): void {
    if (this.#worker === worker) this.#worker = undefined;
    for (const [id, waiting] of this.#waiting) {
      if (waiting.worker !== worker) continue;
      this.#waiting.delete(id);
      waiting.opened.reject(error);
    }
  }
}

function workerFile(): URL {
  return builtFile('opener-worker.mjs') ?? new URL('opener-worker.ts', import.meta.url);
}
