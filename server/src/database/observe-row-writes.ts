import type { Database, Step, StoreName, TableEffect } from './database.ts';

/** Who must know of row changes, whichever module makes them. */
export interface RowWriteObserver {
  /** Asked before every write, so it must be cheap. */
  readonly isConcerned: (store: StoreName, table: TableEffect) => boolean;
  /** The write waits for it. */
  readonly before: (store: StoreName) => undefined | Promise<void>;
  /** The write has ended, one way or the other. */
  readonly after: (store: StoreName) => void;
}

/** The same database, with an observer of the writes that change rows. */
export function observeRowWrites(database: Database, observer: RowWriteObserver): Database {
  return {
    dialect: database.dialect,
    query: (...asked) => database.query(...asked),
    list: (...asked) => database.list(...asked),
    pages: (...asked) => database.pages(...asked),
    write: (store, steps, options) => {
      if (!steps.some((step) => concerns(observer, store, step))) return database.write(store, steps, options);
      const ready = observer.before(store);
      const written =
        ready === undefined
          ? database.write(store, steps, options)
          : ready.then(() => database.write(store, steps, options));
      const after = (): void => observer.after(store);
      // Beside the promise rather than in it: what the caller waits for comes no later.
      written.then(after, after);
      return written;
    },
    snapshot: (store) => database.snapshot(store),
    // A store that nobody uses yet has nobody who watches it.
    load: (store, steps) => database.load(store, steps),
    setSchemaVersion: (...said) => database.setSchemaVersion(...said),
    drop: (store) => database.drop(store),
    stores: () => database.stores(),
    ping: () => database.ping(),
    close: () => database.close(),
  };
}

function concerns({ isConcerned }: RowWriteObserver, store: StoreName, step: Step): boolean {
  if (step.kind === 'plain') return false;
  return isConcerned(store, (step.kind === 'attempt' ? step.step : step).table);
}
