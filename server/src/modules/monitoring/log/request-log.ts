import type { Database, StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import { bytesOf, type RequestEntry } from './request-entry.ts';
import type { RequestLogStore } from './request-log-store.ts';
import type { LogRetention } from './retention.ts';

const FLUSH_MS = 5000;
/** Entries per project between two flushes; failed requests and others have separate limits. */
const KEPT_MAX = 500;
const ROWS_PER_WRITE = 100;

export interface RequestLogOptions {
  readonly database: Database;
  readonly ids: () => string;
  readonly requestLogStore: RequestLogStore;
  readonly retention: LogRetention;
  readonly onError: (error: unknown) => void;
}

class Sample {
  #entries: RequestEntry[] = [];
  #offered = 0;
  #kept = 0;

  /** Calls `make` only for entries that it keeps. */
  offer(make: () => RequestEntry): void {
    this.#offered += 1;
    if (this.#kept < KEPT_MAX) {
      this.#kept += 1;
      this.#entries.push(make());
      return;
    }
    const at = Math.floor(Math.random() * this.#offered);
    if (at < this.#entries.length) this.#entries[at] = make();
  }

  /** Taken entries still count towards the limit, so that frequent reads do not write more entries. */
  take(): readonly RequestEntry[] {
    const taken = this.#entries;
    this.#entries = [];
    return taken;
  }
}

interface UnsavedEntries {
  readonly failed: Sample;
  readonly others: Sample;
}

/** Writes small batches. Samples above a hundred requests per second; failed ones have a sample of their own. */
export class RequestLog {
  readonly #options: RequestLogOptions;
  readonly #waiting = new Map<StoreName, UnsavedEntries>();
  readonly #flushing = new Map<StoreName, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RequestLogOptions) {
    this.#options = options;
  }

  add(store: StoreName, isFailed: boolean, make: () => RequestEntry): void {
    let waiting = this.#waiting.get(store);
    if (waiting === undefined) {
      waiting = { failed: new Sample(), others: new Sample() };
      this.#waiting.set(store, waiting);
    }
    waiting[isFailed ? 'failed' : 'others'].offer(make);
  }

  start(): void {
    this.#timer = setInterval(() => void this.#flushAll(), FLUSH_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushAll();
  }

  forget(store: StoreName): void {
    this.#waiting.delete(store);
  }

  /** Resolves when earlier answers are stored. Never rejects: a failing log must not fail its caller. */
  flush(store: StoreName, { isNewSample = false } = {}): Promise<void> {
    const flushing = (this.#flushing.get(store) ?? Promise.resolve())
      .then(() => this.#flushNow(store, isNewSample))
      .catch((error: unknown) => {
        // The project was deleted meanwhile.
        if (!isDatabaseFailure(error, 'dropped')) this.#options.onError(error);
      })
      .finally(() => {
        if (this.#flushing.get(store) === flushing) this.#flushing.delete(store);
      });
    this.#flushing.set(store, flushing);
    return flushing;
  }

  async #flushAll(): Promise<void> {
    for (const store of [...this.#waiting.keys()]) await this.flush(store, { isNewSample: true });
  }

  async #flushNow(store: StoreName, isNewSample: boolean): Promise<void> {
    const waiting = this.#waiting.get(store);
    if (waiting === undefined) return;
    if (isNewSample) this.#waiting.delete(store);
    const entries = [...waiting.failed.take(), ...waiting.others.take()];
    if (entries.length === 0) return;
    entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
    const { database, ids, requestLogStore, retention } = this.#options;
    for (let at = 0; at < entries.length; at += ROWS_PER_WRITE) {
      const some = entries.slice(at, at + ROWS_PER_WRITE);
      const bytes = some.reduce((sum, entry) => sum + bytesOf(entry), 0);
      await database.write(store, [
        ...requestLogStore.insertSteps(some.map((entry) => ({ id: ids(), entry }))),
        retention.countStep('request', bytes),
      ]);
    }
    await retention.noted(store, 'request');
  }
}
