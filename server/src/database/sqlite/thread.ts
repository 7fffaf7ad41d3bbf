import { Worker } from 'node:worker_threads';
import type { Logger } from '../../platform/logger.ts';
import type { DatabaseError } from '../database.ts';
import { DatabaseFailure } from '../errors.ts';
import { decodeReply, encodeRequest } from './message-tuples.ts';
import type { Batch, Replies, Reply, Request, StartResult, ThreadData } from './protocol.ts';
import { ReadTurns } from './read-turns.ts';
import { StatementNumbers } from './statement-numbers.ts';
import { workerFile } from './worker-file.ts';

/** For threads with large answers: a small young generation frees garbage early instead of letting the heap grow. */
const YOUNG_HEAP_MB = 4;
/** One running batch and two in the thread's port. Further requests wait here, where they can expire. */
const BATCHES_UNDERWAY_MAX = 3;
/** Sends this many requests before it reads the rest of a turn, so that the thread works beside the main thread. */
const BATCH_ENOUGH = 24;
const RESTART_MS = 100;

/** Creates the request just before it is sent, with numbers for its statements' texts. */
export type MakeRequest = (id: number, numberOf: (text: string) => number) => Request;

export type EngineLogger = Pick<Logger, 'error'>;

export interface ThreadWatch {
  readonly logger: EngineLogger | undefined;
  readonly onCommits?: ((stores: readonly string[]) => void) | undefined;
}

interface QueuedRequest {
  readonly make: MakeRequest;
  readonly store: string | undefined;
  readonly deadlineMs: number;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: DatabaseFailure) => void;
}

/** Sends the requests of a turn to one database thread in batches, and restarts the thread when it dies. */
export class Thread {
  readonly #data: ThreadData;
  readonly #logger: EngineLogger | undefined;
  readonly #onCommits: ThreadWatch['onCommits'];
  readonly #numbers = new StatementNumbers();
  readonly #sent = new Map<number, QueuedRequest>();
  readonly #turns: ReadTurns | undefined;
  #queue: QueuedRequest[] = [];
  /** Requests at the start of the queue that wait for others of their store. */
  #held = 0;
  #worker: Worker;
  #isReady = false;
  #isClosing = false;
  #isFlushing = false;
  #underway = 0;
  #nextId = 1;
  readonly #whenDrained: (() => void)[] = [];
  #started: Promise<void>;
  #ended: Promise<void> = Promise.resolve();

  constructor(data: ThreadData, { logger, onCommits }: ThreadWatch) {
    this.#data = data;
    this.#logger = logger;
    this.#onCommits = onCommits;
    this.#turns = data.role === 'read' ? new ReadTurns() : undefined;
    this.#worker = this.#start();
    this.#started = this.#whenStarted(this.#worker);
  }

  get load(): number {
    return this.#queue.length + this.#sent.size;
  }

  /** Rejects when the thread cannot work at all (a wrong SQLite, a directory in use). */
  get started(): Promise<void> {
    return this.#started;
  }

  /** `store`: of a read that may wait for others of its store; without it, all requests before this one come first. */
  call<Value>(make: MakeRequest, deadlineMs = Number.POSITIVE_INFINITY, store?: string): Promise<Value> {
    if (store !== undefined) this.#turns?.note(store);
    return new Promise<Value>((resolve, reject) => {
      this.#queue.push({ make, store, deadlineMs, resolve: resolve as (value: unknown) => void, reject });
      if (this.#queue.length - this.#held >= BATCH_ENOUGH) this.#flush();
      else this.#flushLater();
    });
  }

  /** Rejects requests that have waited here beyond their deadline; requests that were sent are already running. */
  expire(nowMs: number): void {
    if (this.#queue.every((waiting) => waiting.deadlineMs > nowMs)) return;
    const queue = this.#queue;
    this.#queue = queue.filter((waiting) => waiting.deadlineMs > nowMs);
    this.#held = 0;
    const kind = this.#data.role === 'write' ? 'overloaded' : 'timeout';
    for (const waiting of queue) if (waiting.deadlineMs <= nowMs) waiting.reject(failure(kind, 'waited too long'));
  }

  /** Ends the thread after all its requests, or after the timeout; a running statement cannot be stopped. */
  async close(timeoutMs: number): Promise<void> {
    this.#isClosing = true;
    const { promise: isLate, resolve: giveUp } = Promise.withResolvers<void>();
    const timer = setTimeout(giveUp, timeoutMs);
    if (this.load > 0) await Promise.race([isLate, new Promise<void>((resolve) => this.#whenDrained.push(resolve))]);
    this.#worker.postMessage(null);
    await Promise.race([isLate, this.#ended]);
    clearTimeout(timer);
    if (this.load === 0) return;
    this.#rejectAll('the database was closed while the statement ran');
    this.#worker.terminate().catch(() => undefined);
  }

  #start(): Worker {
    const worker = new Worker(workerFile(), {
      workerData: this.#data,
      name: `database ${this.#data.role}`,
      ...(this.#data.role === 'scan' && { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_HEAP_MB } }),
    });
    this.#ended = new Promise((resolve) => worker.once('exit', () => resolve()));
    worker.on('error', (error) => this.#logger?.error({ err: error }, 'a database thread failed'));
    worker.once('exit', () => this.#lost(worker));
    return worker;
  }

  async #whenStarted(worker: Worker): Promise<void> {
    const message = await new Promise<StartResult>((resolve) => {
      worker.once('message', (started: StartResult) => resolve(started));
      worker.once('exit', () => resolve({ ready: false, error: { kind: 'unavailable', message: 'the thread ended' } }));
    });
    if (!message.ready) throw new DatabaseFailure(message.error);
    this.#isReady = true;
    worker.on('message', (replies: Replies) => this.#receive(replies));
    this.#flush();
  }

  #flushLater(): void {
    if (this.#isFlushing || !this.#isReady) return;
    this.#isFlushing = true;
    setImmediate(() => {
      this.#isFlushing = false;
      this.#flush();
    });
  }

  #flush(): void {
    if (!this.#isReady || this.#queue.length === 0 || this.#underway >= BATCHES_UNDERWAY_MAX) return;
    const waiting = this.#takeQueued();
    if (waiting.length === 0) return;
    const numberOf = (text: string): number => this.#numbers.numberOf(text);
    const requests = waiting.map((each) => {
      const id = this.#nextId++;
      this.#sent.set(id, each);
      return encodeRequest(each.make(id, numberOf));
    });
    this.#underway += 1;
    this.#worker.postMessage({ requests, ...this.#numbers.take() } satisfies Batch);
  }

  #takeQueued(): readonly QueuedRequest[] {
    const queue = this.#queue;
    const { now, later } = this.#turns?.take(queue) ?? { now: queue, later: [] };
    this.#queue = later;
    this.#held = later.length;
    return now;
  }

  #receive({ replies, done, committed }: Replies): void {
    if (committed.length > 0) this.#onCommits?.(committed);
    for (const reply of replies) this.#settle(decodeReply(reply));
    this.#underway -= done;
    if (done > 0) this.#flush();
  }

  #settle(reply: Reply): void {
    const waiting = this.#sent.get(reply.id);
    if (waiting === undefined) return;
    this.#sent.delete(reply.id);
    this.#turns?.ended(waiting);
    if ('error' in reply) waiting.reject(new DatabaseFailure(reply.error));
    else waiting.resolve(reply.value);
    if (this.#isClosing) this.#noteDrained();
  }

  #noteDrained(): void {
    if (this.load === 0) for (const resolve of this.#whenDrained.splice(0)) resolve();
  }

  /** Requests that were sent may or may not have run. Waiting requests go to the next thread, if there is one. */
  #lost(worker: Worker): void {
    if (worker !== this.#worker) return;
    const wasReady = this.#isReady;
    this.#isReady = false;
    this.#underway = 0;
    this.#numbers.clear();
    if (this.#isClosing) {
      this.#rejectAll('the database thread ended: the outcome is unknown');
      return;
    }
    this.#rejectSent('the database thread ended: the outcome is unknown');
    // A thread that could not start has already reported why.
    if (wasReady) this.#logger?.error({ role: this.#data.role }, 'a database thread ended and is started anew');
    setTimeout(() => this.#restart(), RESTART_MS).unref();
  }

  #rejectAll(message: string): void {
    this.#held = 0;
    for (const waiting of this.#queue.splice(0)) waiting.reject(failure('unavailable', message));
    this.#rejectSent(message);
  }

  #rejectSent(message: string): void {
    const sent = [...this.#sent.values()];
    this.#sent.clear();
    for (const waiting of sent) {
      this.#turns?.ended(waiting);
      waiting.reject(failure('unavailable', message));
    }
    this.#noteDrained();
  }

  #restart(): void {
    if (this.#isClosing) return;
    this.#worker = this.#start();
    this.#started = this.#whenStarted(this.#worker);
    this.#started.catch((error: unknown) => this.#logger?.error({ err: error }, 'a database thread did not start'));
  }
}

function failure(kind: DatabaseError['kind'], message: string): DatabaseFailure {
  return new DatabaseFailure({ kind, message });
}
