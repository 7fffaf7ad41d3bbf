import { inBackground } from '../platform/in-background.ts';
import type { Database, Step } from './database.ts';
import { withWrite } from './with-write.ts';

/** Runs the `afterWrite` of a write's steps once its transaction has ended, before the caller continues. */
export function runAfterWrites(database: Database): Database {
  return withWrite(database, (store, steps, options) => {
    const written = database.write(store, steps, options);
    return steps.some(hasAfterWrite) ? written.finally(() => inBackground(() => runAll(steps))) : written;
  });
}

function hasAfterWrite(step: Step): boolean {
  return step.kind === 'plain' && step.afterWrite !== undefined;
}

function runAll(steps: readonly Step[]): void {
  for (const step of steps) if (step.kind === 'plain') step.afterWrite?.();
}
