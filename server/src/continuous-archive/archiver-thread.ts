import { Worker } from 'node:worker_threads';
import { builtFile } from '../platform/built-file.ts';
import type { BlobName } from './thread/file-keeper.ts';
import type {
  ArchiverData,
  ArchiverTask,
  ArchiverWorkerData,
  FromArchiver,
  OpenFiles,
  ToArchiver,
} from './thread/protocol.ts';

const RESTART_MS = 1000;
/** Each message wakes the thread, so it hears of the commits of this time at once. Until then they count as waiting. */
const TELL_MS = 50;
/** Pages and packs are outside of the heap, so a small young generation keeps the thread small. */
const YOUNG_HEAP_MB = 4;

export interface ThreadEvents {
  readonly onMessage: (message: Exclude<FromArchiver, { op: 'ready' | 'done' | 'files' }>) => void;
  readonly onFailure: (error: unknown) => void;
}

/** The main thread's end of the archiver's thread, which is started again when it dies. */
export class ArchiverThread {
  readonly #data: ArchiverData;
  readonly #events: ThreadEvents;
  readonly #tasks = new Map<number, (error: Error | undefined) => void>();
  readonly #committed = new Set<string>();
  readonly #openFiles = new Map<string, OpenFiles>();
  #committedMs = 0;
  #telling: NodeJS.Timeout | undefined;
  readonly #ready = Promise.withResolvers<void>();
  /** Undefined before the start, and from its death to the next start: a dead thread would never answer. */
  #worker: Worker | undefined;
  #nextId = 1;
  #isClosing = false;

  constructor(data: ArchiverData, events: ThreadEvents) {
    this.#data = data;
    this.#events = events;
  }

  /** Call when the stores' logs are complete: an open store misses later additions. Resolves when ready or dead. */
  start(): Promise<void> {
    this.#worker = this.#createWorker();
    return this.#ready.promise;
  }

  noteCommits(stores: readonly string[], atMs: number): void {
    if (this.#committed.size === 0) this.#committedMs = atMs;
    for (const store of stores) this.#committed.add(store);
    this.#telling ??= setTimeout(() => this.tellCommits(), TELL_MS);
  }

  /** Tells the thread of all commits so far, also when there are none. */
  tellCommits(): void {
    const atMs = Date.now();
    const sinceMs = this.#committed.size === 0 ? atMs : this.#committedMs;
    this.#send({ op: 'commits', stores: [...this.#committed], sinceMs, atMs });
    clearTimeout(this.#telling);
    this.#telling = undefined;
    this.#committed.clear();
  }

  tellBlobs(kept: readonly BlobName[], deleted: readonly BlobName[]): void {
    this.#send({ op: 'blobs', kept, deleted, atMs: Date.now() });
  }

  perform(task: ArchiverTask): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return Promise.reject(new Error('The thread of the archiver is not running.'));
    this.tellCommits();
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      this.#tasks.set(id, (error) => (error === undefined ? resolve() : reject(error)));
      this.#send({ op: 'task', id, task });
    });
  }

  /** Archives everything committed, within the time, and ends the thread. */
  async close(withinMs: number): Promise<void> {
    this.#isClosing = true;
    clearTimeout(this.#telling);
    const worker = this.#worker;
    if (worker === undefined) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    await this.perform({ op: 'finish', withinMs }).catch(this.#events.onFailure);
    await ended;
  }

  #send(message: ToArchiver): void {
    this.#worker?.postMessage(message);
  }

  #createWorker(): Worker {
    const workerData: ArchiverWorkerData = { data: this.#data, openFiles: this.#openFiles };
    const worker = new Worker(workerFile(), {
      name: 'archiver',
      workerData,
      // Closing a store's file while the engine uses it would release SQLite's locks (decision 0051), so the next thread gets it.
      trackUnmanagedFds: false,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    });
    worker.on('message', (message: FromArchiver) => this.#receive(message));
    worker.on('error', this.#events.onFailure);
    worker.once('exit', () => this.#lost());
    return worker;
  }

  #receive(message: FromArchiver): void {
    if (message.op === 'ready') this.#ready.resolve();
    else if (message.op === 'done') {
      const settle = this.#tasks.get(message.id);
      this.#tasks.delete(message.id);
      settle?.(message.error === undefined ? undefined : new Error(message.error));
    } else if (message.op === 'files') {
      if (message.files === undefined) this.#openFiles.delete(message.store);
      else this.#openFiles.set(message.store, message.files);
    } else this.#events.onMessage(message);
  }

  #lost(): void {
    this.#worker = undefined;
    this.#ready.resolve();
    const tasks = [...this.#tasks.values()];
    this.#tasks.clear();
    for (const settle of tasks) settle(new Error('The thread of the archiver has ended.'));
    if (this.#isClosing) return;
    setTimeout(() => {
      if (!this.#isClosing) this.#worker = this.#createWorker();
    }, RESTART_MS).unref();
  }
}

function workerFile(): URL {
  return builtFile('archiver-worker.mjs') ?? new URL('thread/worker.ts', import.meta.url);
}
