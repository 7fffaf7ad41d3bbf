import { hash } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import type { HashReply, HashTask } from './worker.ts';

/** The size of one block. Larger blocks need fewer messages between threads; 40 streams hold 80 blocks. */
const BLOCK_BYTES = 128 * 1024;
const IDLE_MS = 30_000;

export type Block = Uint8Array<SharedArrayBuffer>;

/** Computes SHA-256 on one thread for all streams longer than a block: the main thread has to serve others. */
export class HashThread {
  #worker: HashWorker | undefined;
  /** Reused, because shared memory is garbage-collected late. */
  readonly #blocks: Block[] = [];
  #timer: NodeJS.Timeout | undefined;

  start(): StreamHash {
    return new StreamHash(() => this.#running());
  }

  /** The block must be given back once neither thread reads it any more. */
  takeBlock(): Block {
    return this.#blocks.pop() ?? new Uint8Array(new SharedArrayBuffer(BLOCK_BYTES));
  }

  giveBlock(block: Block): void {
    this.#blocks.push(block);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#rest(), IDLE_MS).unref();
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#worker?.end();
  }

  #running(): HashWorker {
    if (this.#worker === undefined || this.#worker.hasEnded) this.#worker = new HashWorker();
    return this.#worker;
  }

  #rest(): void {
    this.#blocks.length = 0;
    if (this.#worker?.isIdle !== true) return;
    this.#worker.end().catch(() => undefined);
    this.#worker = undefined;
  }
}

/** The hash of one stream. Added bytes must not change until `add` resolves, and calls must not overlap. */
export class StreamHash {
  readonly #running: () => HashWorker;
  #worker: HashWorker | undefined;
  #stream = 0;

  constructor(running: () => HashWorker) {
    this.#running = running;
  }

  async add(bytes: Block): Promise<void> {
    if (this.#worker === undefined) {
      this.#worker = this.#running();
      this.#stream = this.#worker.open();
    }
    await this.#worker.ask({ stream: this.#stream, bytes, step: 'add' });
  }

  async end(bytes: Block): Promise<string> {
    // Hashing a short stream here is faster than handing it over.
    if (this.#worker === undefined) return hash('sha256', bytes, 'hex');
    const digest = await this.#worker.ask({ stream: this.#stream, bytes, step: 'end' });
    if (digest === undefined) throw new Error('the thread that hashes gave no hash');
    return digest;
  }

  /** Must be called at the end, whether or not the stream was completed. */
  close(): void {
    this.#worker?.drop(this.#stream);
  }
}

interface PendingHash {
  readonly resolve: (digest: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

class HashWorker {
  readonly #thread = new Worker(workerFile(), { name: 'stream-hash' });
  readonly #open = new Set<number>();
  readonly #waiting = new Map<number, PendingHash>();
  #opened = 0;
  hasEnded = false;

  constructor() {
    this.#thread.unref();
    this.#thread.on('message', ({ stream, digest }: HashReply) => this.#take(stream)?.resolve(digest));
    // An error is always followed by the exit event, which is handled.
    this.#thread.on('error', () => undefined);
    this.#thread.once('exit', () => {
      this.hasEnded = true;
      for (const stream of this.#waiting.keys()) this.#take(stream)?.reject(threadEnded());
    });
  }

  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  open(): number {
    this.#opened += 1;
    this.#open.add(this.#opened);
    return this.#opened;
  }

  ask(task: HashTask): Promise<string | undefined> {
    if (this.hasEnded) return Promise.reject(threadEnded());
    return new Promise((resolve, reject) => {
      this.#waiting.set(task.stream, { resolve, reject });
      this.#thread.ref();
      this.#thread.postMessage(task);
    });
  }

  drop(stream: number): void {
    if (!this.#open.delete(stream)) return;
    this.#thread.postMessage({ stream, bytes: new Uint8Array(), step: 'drop' } satisfies HashTask);
  }

  async end(): Promise<void> {
    await this.#thread.terminate();
  }

  #take(stream: number): PendingHash | undefined {
    const waiting = this.#waiting.get(stream);
    this.#waiting.delete(stream);
    if (this.#waiting.size === 0) this.#thread.unref();
    return waiting;
  }
}

function threadEnded(): Error {
  return new Error('The thread that hashes has ended.');
}

function workerFile(): URL {
  return builtFile('stream-hash-worker.mjs') ?? new URL('worker.ts', import.meta.url);
}
