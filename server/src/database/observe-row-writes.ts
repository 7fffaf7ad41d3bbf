import type { Database, Step, StoreName, TableEffect } from './database.ts';
import { withWrite } from './with-write.ts';

/** An observer of row changes, whichever module makes them. */
export interface RowWriteObserver {
  /** Asked before every write, so it must be cheap. */
  readonly isConcerned: (store: StoreName, table: TableEffect) => boolean;
  /** The write waits for it. */
  readonly before: (store: StoreName) => undefined | Promise<void>;
  /** The write has ended, one way or the other. */
  readonly after: (store: StoreName) => void;
}

/** The same database, with an observer of the writes that change rows. Loads go to stores that nobody watches yet. */
export function observeRowWrites(database: Database, observer: RowWriteObserver): Database {
  return withWrite(database, (store, steps, options) => {
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
  });
}

function concerns({ isConcerned }: RowWriteObserver, store: StoreName, step: Step): boolean {
  if (step.kind === 'plain') return false;
  return isConcerned(store, (step.kind === 'attempt' ? step.step : step).table);
}
