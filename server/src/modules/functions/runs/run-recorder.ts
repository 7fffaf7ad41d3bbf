import type { Database, StoreName } from '../../../database/database.ts';
import { isDatabaseFailure } from '../../../database/errors.ts';
import type { Run } from './run.ts';
import type { RunsStore } from './runs-store.ts';

const FLUSH_MS = 500;
const ROWS_PER_STATEMENT = 50;
/** When a project has more runs waiting than this, its calls wait for them to be stored. */
const WAITING_MAX = 2000;
const WAITING_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Writes runs down without a write for each: those that ended wait up to half a second and go together. A run that is
 * still running at such a moment is stored as `running`, so that it is found as lost when the process dies.
 */
export interface RunRecorder {
  start(run: Run): void;
  /** Something was added to the log of a run that runs. */
  logged(run: Run): void;
  /** Resolves at once unless too much waits to be stored. */
  finish(run: Run): Promise<void> | undefined;
  /** It did not begin after all. */
  drop(run: Run): void;
  /** What is known of a project's runs is stored when this resolves. */
  flush(store: StoreName): Promise<void>;
  forget(store: StoreName): void;
  /** Stores what is left. */
  close(): Promise<void>;
}

interface Waiting {
  readonly running: Set<Run>;
  /** Changed since they were stored, or not stored yet. */
  readonly changed: Set<Run>;
  bytes: number;
  flushing: Promise<void> | undefined;
}

export interface RunRecorderOptions {
  readonly database: Database;
  readonly runsStore: RunsStore;
  readonly onError: (error: unknown) => void;
}

export function createRunRecorder({ database, runsStore, onError }: RunRecorderOptions): RunRecorder {
  const stores = new Map<StoreName, Waiting>();
  let timer: NodeJS.Timeout | undefined;

  const waitingOf = (store: StoreName): Waiting => {
    const known = stores.get(store);
    if (known !== undefined) return known;
    const fresh: Waiting = { running: new Set(), changed: new Set(), bytes: 0, flushing: undefined };
    stores.set(store, fresh);
    return fresh;
  };

  const save = async (store: StoreName, waiting: Waiting): Promise<void> => {
    const runs = [...waiting.changed];
    if (runs.length === 0) return;
    waiting.changed.clear();
    waiting.bytes = 0;
    const steps = [];
    for (let at = 0; at < runs.length; at += ROWS_PER_STATEMENT) {
      steps.push(runsStore.saveStep(runs.slice(at, at + ROWS_PER_STATEMENT)));
    }
    try {
      await database.write(store, steps);
    } catch (error) {
      onError(error);
      // Tried again while there is room; a project that is gone takes its runs along.
      if (stores.get(store) !== waiting || isDatabaseFailure(error, 'failed')) return;
      for (const run of runs) if (waiting.changed.size < WAITING_MAX) waiting.changed.add(run);
    }
  };

  const flush = (store: StoreName): Promise<void> => {
    const waiting = stores.get(store);
    if (waiting === undefined) return Promise.resolve();
    const earlier = waiting.flushing ?? Promise.resolve();
    const flushing = earlier
      .then(() => save(store, waiting))
      .finally(() => {
        if (waiting.flushing !== flushing) return;
        waiting.flushing = undefined;
        if (waiting.running.size === 0 && waiting.changed.size === 0 && stores.get(store) === waiting)
          stores.delete(store);
      });
    waiting.flushing = flushing;
    return flushing;
  };

  const flushAll = async (): Promise<void> => {
    await Promise.all(Array.from(stores.keys(), flush));
  };

  const tickLater = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      flushAll().then(
        () => stores.size > 0 && tickLater(),
        (error: unknown) => onError(error),
      );
    }, FLUSH_MS).unref();
  };

  return {
    start(run) {
      const waiting = waitingOf(run.store);
      waiting.running.add(run);
      waiting.changed.add(run);
      tickLater();
    },
    logged: (run) => {
      stores.get(run.store)?.changed.add(run);
    },
    finish(run) {
      const waiting = waitingOf(run.store);
      waiting.running.delete(run);
      waiting.changed.add(run);
      waiting.bytes += sizeOf(run);
      tickLater();
      const isFull = waiting.changed.size > WAITING_MAX || waiting.bytes > WAITING_BYTES_MAX;
      return isFull ? flush(run.store) : undefined;
    },
    drop(run) {
      const waiting = stores.get(run.store);
      waiting?.running.delete(run);
      waiting?.changed.delete(run);
    },
    flush,
    forget: (store) => {
      stores.delete(store);
    },
    close: async () => {
      clearTimeout(timer);
      await flushAll();
      clearTimeout(timer);
    },
  };
}

function sizeOf({ payload, request, log }: Run): number {
  let size = (payload?.length ?? 0) + (request?.length ?? 0);
  for (const line of log) size += line.message.length;
  return size;
}
