import type { Database, Step } from './database.ts';
import { withWrite } from './with-write.ts';

/**
 * The same database, where a step says itself what this process does once its transaction has ended (`afterWrite`), so
 * that no caller of `write` has to remember it. Run before the caller goes on.
 */
export function runAfterWrites(database: Database): Database {
  return withWrite(database, (store, steps, options) => {
    const written = database.write(store, steps, options);
    return steps.some(hasAfterWrite) ? written.finally(() => runAll(steps)) : written;
  });
}

function hasAfterWrite(step: Step): boolean {
  return step.kind === 'plain' && step.afterWrite !== undefined;
}

function runAll(steps: readonly Step[]): void {
  for (const step of steps) if (step.kind === 'plain') step.afterWrite?.();
}
