import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database, PlainStep } from './database.ts';
import { DatabaseFailure } from './errors.ts';
import { withWrite } from './with-write.ts';

const depths = new AsyncLocalStorage<number>();

/**
 * Does work caused by `depth` earlier changes, whatever depth the async context has. Triggers read it, because a loop
 * may pass through any module.
 */
export function withChangeDepth<Value>(depth: number, work: () => Value): Value {
  return depths.run(depth, work);
}

/** Wraps a database so that its writes set the change depth for triggers. Other writes are unchanged. */
export function followChangeDepth(database: Database): Database {
  const setSteps = (depth: number): readonly PlainStep[] =>
    database.dialect.setChangeDepth.map((text, place) => ({
      kind: 'plain',
      statement: { text, values: place === 0 ? [depth] : [] },
    }));
  return withWrite(database, async (store, steps, options) => {
    const depth = depths.getStore() ?? 0;
    if (depth === 0 || store === 'control') return await database.write(store, steps, options);
    const before = setSteps(depth);
    try {
      const { results, replayed } = await database.write(store, [...before, ...steps, ...setSteps(0)], options);
      return { results: results.slice(before.length, before.length + steps.length), replayed };
    } catch (error) {
      throw withoutFirstSteps(error, before.length);
    }
  });
}

/** A failure names its step by position, which must not count the steps added at the front. */
function withoutFirstSteps(error: unknown, added: number): unknown {
  if (!(error instanceof DatabaseFailure) || error.error.step === undefined) return error;
  return new DatabaseFailure({ ...error.error, step: error.error.step - added }, error.cause);
}
