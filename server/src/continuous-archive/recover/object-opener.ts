import { Worker } from 'node:worker_threads';
import { builtFile } from '../../platform/built-file.ts';
import { DamagedObject, type Sealer } from '../format/sealer.ts';
import { memoryOf, type OpenedObject, type OpenerData, type SealedObject } from './opener-worker.ts';

/** Opening a smaller object costs less than passing it on. */
const LARGE_BYTES = 128 * 1024;

interface WaitingObject {
  readonly name: string;
  readonly opened: PromiseWithResolvers<Buffer>;
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

  /** The object's bytes are gone afterwards. Throws `DamagedObject`. */
  async open(name: string, object: Buffer): Promise<Buffer> {
    if (object.length < LARGE_BYTES) return this.#sealer.open(name, object);
    if (this.#isClosed) throw new Error('The recovery has ended.');
    this.#worker ??= this.#createWorker();
    this.#lastId += 1;
    const opened = Promise.withResolvers<Buffer>();
    this.#waiting.set(this.#lastId, { name, opened });
    const sealed: SealedObject = { id: this.#lastId, name, bytes: object };
    this.#worker.postMessage(sealed, memoryOf(object));
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
    worker.once('error', (error) => this.#fail(error));
    worker.once('exit', () => this.#fail(new Error('The thread that opens objects has ended.')));
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

  #fail(error: unknown): void {
    this.#worker = undefined;
    for (const { opened } of this.#waiting.values()) opened.reject(error);
    this.#waiting.clear();
  }
}

function workerFile(): URL {
  return builtFile('opener-worker.mjs') ?? new URL('opener-worker.ts', import.meta.url);
}
