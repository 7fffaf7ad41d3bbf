import type { Database, Step, StoreName, TableEffect } from './database.ts';
import { withWrite } from './with-write.ts';

export interface RowWriteObserver {
  /** Called before every write, so it must be cheap. */
  readonly isConcerned: (store: StoreName, table: Pick<TableEffect, 'id' | 'cascadesTo'>) => boolean;
  /** The write waits for it. */
  readonly before: (store: StoreName) => undefined | Promise<void>;
  readonly after: (store: StoreName) => void;
}

/** Loads are not observed: their stores are not in use yet. */
export function observeRowWrites(database: Database, observer: RowWriteObserver): Database {
  return withWrite(database, (store, steps, options) => {
    if (!steps.some((step) => concerns(observer, store, step))) return database.write(store, steps, options);
    const ready = observer.before(store);
    const written =
      ready === undefined
        ? database.write(store, steps, options)
        : ready.then(() => database.write(store, steps, options));
    const after = (): void => observer.after(store);
    // Not chained into the returned promise, so that the caller does not wait longer.
    written.then(after, after);
    return written;
  });
}

function concerns({ isConcerned }: RowWriteObserver, store: StoreName, step: Step): boolean {
  if (step.kind === 'plain')
    return step.changes !== undefined && isConcerned(store, { id: step.changes, cascadesTo: [] });
  return isConcerned(store, (step.kind === 'attempt' ? step.step : step).table);
}
