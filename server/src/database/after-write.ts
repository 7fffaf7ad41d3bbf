import type { Database, Step } from './database.ts';

/**
 * The same database, where a step says itself what this process does once its transaction has ended (`afterWrite`), so
 * that no caller of `write` has to remember it. Run before the caller goes on.
 */
export function runAfterWrites(database: Database): Database {
  return {
    dialect: database.dialect,
    query: (...asked) => database.query(...asked),
    list: (...asked) => database.list(...asked),
    pages: (...asked) => database.pages(...asked),
    write: (store, steps, options) => {
      const written = database.write(store, steps, options);
      return steps.some(hasAfterWrite) ? written.finally(() => runAll(steps)) : written;
    },
    snapshot: (store) => database.snapshot(store),
    load: (...asked) => database.load(...asked),
    setSchemaVersion: (...said) => database.setSchemaVersion(...said),
    drop: (store) => database.drop(store),
    stores: () => database.stores(),
    ping: () => database.ping(),
    close: () => database.close(),
  };
}

function hasAfterWrite(step: Step): boolean {
  return step.kind === 'plain' && step.afterWrite !== undefined;
}

function runAll(steps: readonly Step[]): void {
  for (const step of steps) if (step.kind === 'plain') step.afterWrite?.();
}
