import type { Database, PlainStep, StoreName } from '../../../database/index.ts';
import { isDatabaseFailure } from '../../../database/index.ts';
import type { Monitoring } from '../../monitoring/index.ts';
import type { Run } from './run.ts';
import { unstoredLines } from './run-lines.ts';
import type { RunsStore } from './runs-store.ts';
import { SAVED_AT_ONCE_MAX } from './save-runs.ts';

const FLUSH_MS = 500;
/** This many waiting runs are stored at once; larger batches would block other work for longer. */
const FLUSH_RUNS = 500;
/** When more runs of a project wait than this, its calls wait until they are stored. */
const WAITING_MAX = 2000;
const WAITING_BYTES_MAX = 8 * 1024 * 1024;

export interface RunRecorderOptions {
  readonly database: Pick<Database, 'write'>;
  readonly runsStore: Pick<RunsStore, 'saveStep'>;
  readonly lineSteps: Monitoring['lineSteps'];
  readonly onError: (error: unknown) => void;
}

interface UnsavedRuns {
  readonly running: Set<Run>;
  readonly changed: Set<Run>;
  bytes: number;
  flushing: Promise<void> | undefined;
  hasFailed: boolean;
}

/** Ended runs wait up to half a second for a batch. Running ones are stored too, so that lost ones can be detected. */
export class RunRecorder {
  readonly #options: RunRecorderOptions;
  readonly #stores = new Map<StoreName, UnsavedRuns>();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: RunRecorderOptions) {
    this.#options = options;
  }

  start(run: Run): void {
    const waiting = this.#waitingOf(run.store);
    waiting.running.add(run);
    waiting.changed.add(run);
    this.#flushLater();
  }

  logged(run: Run): void {
    this.#stores.get(run.store)?.changed.add(run);
  }

  /** Returns undefined unless so many runs wait that the caller must wait for the flush. */
  finish(run: Run): Promise<void> | undefined {
    const waiting = this.#waitingOf(run.store);
    waiting.running.delete(run);
    waiting.changed.add(run);
    waiting.bytes += sizeOf(run);
    this.#flushLater();
    const isFull = waiting.changed.size > WAITING_MAX || waiting.bytes > WAITING_BYTES_MAX;
    if (isFull) return this.flush(run.store);
    const isMuch = waiting.changed.size >= FLUSH_RUNS && waiting.flushing === undefined;
    // After a failed flush, runs wait for the next half-second timer, so that not every call retries.
    if (isMuch && !waiting.hasFailed) void this.flush(run.store);
    return undefined;
  }

  drop(run: Run): void {
    const waiting = this.#stores.get(run.store);
    waiting?.running.delete(run);
    waiting?.changed.delete(run);
  }

  /** Resolves when all runs of the project held in memory are stored. */
  flush(store: StoreName): Promise<void> {
    const waiting = this.#stores.get(store);
    if (waiting === undefined) return Promise.resolve();
    const earlier = waiting.flushing ?? Promise.resolve();
    const flushing = earlier
      .then(() => this.#save(store, waiting))
      .finally(() => {
        if (waiting.flushing !== flushing) return;
        waiting.flushing = undefined;
        const isIdle = waiting.running.size === 0 && waiting.changed.size === 0;
        if (isIdle && this.#stores.get(store) === waiting) this.#stores.delete(store);
      });
    waiting.flushing = flushing;
    return flushing;
  }

  forget(store: StoreName): void {
    this.#stores.delete(store);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flushAll();
    clearTimeout(this.#timer);
  }

  #waitingOf(store: StoreName): UnsavedRuns {
    const known = this.#stores.get(store);
    if (known !== undefined) return known;
    const fresh: UnsavedRuns = {
      running: new Set(),
      changed: new Set(),
      bytes: 0,
      flushing: undefined,
      hasFailed: false,
    };
    this.#stores.set(store, fresh);
    return fresh;
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#flushAll()
        .then(() => {
          if (this.#stores.size > 0) this.#flushLater();
        })
        .catch(this.#options.onError);
    }, FLUSH_MS).unref();
  }

  async #flushAll(): Promise<void> {
    await Promise.all(Array.from(this.#stores.keys(), (store) => this.flush(store)));
  }

  async #save(store: StoreName, waiting: UnsavedRuns): Promise<void> {
    const runs = [...waiting.changed];
    if (runs.length === 0) return;
    waiting.changed.clear();
    waiting.bytes = 0;
    try {
      const stored = runs.map(({ log, error }) => ({ storedLines: log.length, isErrorStored: error !== null }));
      await this.#options.database.write(store, [...this.#steps(runs), ...this.#lineSteps(store, runs)]);
      for (const [index, run] of runs.entries()) Object.assign(run, stored[index]);
      waiting.hasFailed = false;
    } catch (error) {
      // The runs of a deleted project were deleted with it, including those that ended later.
      if (isDatabaseFailure(error, 'dropped')) return;
      this.#options.onError(error);
      waiting.hasFailed = true;
      // Keep the runs for the next attempt while there is room.
      if (this.#stores.get(store) !== waiting || isDatabaseFailure(error, 'failed')) return;
      for (const run of runs) if (waiting.changed.size < WAITING_MAX) waiting.changed.add(run);
    }
  }

  #steps(runs: readonly Run[]): PlainStep[] {
    const steps: PlainStep[] = [];
    for (let at = 0; at < runs.length; at += SAVED_AT_ONCE_MAX) {
      steps.push(this.#options.runsStore.saveStep(runs.slice(at, at + SAVED_AT_ONCE_MAX)));
    }
    return steps;
  }

  #lineSteps(store: StoreName, runs: readonly Run[]): readonly PlainStep[] {
    return this.#options.lineSteps(store, runs.flatMap(unstoredLines));
  }
}

function sizeOf({ payload, request, log }: Run): number {
  let size = (payload?.length ?? 0) + (request?.length ?? 0);
  for (const line of log) size += line.message.length;
  return size;
}
