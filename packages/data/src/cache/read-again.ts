import type { Query, QueryCache } from '@tanstack/query-core';

const following = new WeakMap<Query, Promise<unknown>>();

/**
 * Reads a query again after a change. An answer that is under way may be older than the change, so one reading follows it,
 * however many changes there are meanwhile. Resolves with the first try, whatever becomes of it.
 */
export function readAgain(cache: QueryCache, query: Query): Promise<unknown> {
  const { fetchStatus, fetchFailureCount } = query.state;
  // One that failed waits for seconds before its next try: this is that try.
  if (fetchStatus !== 'fetching' || fetchFailureCount > 0) return firstTry(cache, query);
  const next = following.get(query) ?? readAfter(cache, query);
  following.set(query, next);
  return next;
}

async function readAfter(cache: QueryCache, query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  following.delete(query);
  if (query.isActive()) await firstTry(cache, query);
}

function firstTry(cache: QueryCache, query: Query): Promise<void> {
  return new Promise((resolve) => {
    const stop = cache.subscribe((event) => {
      if (event.type === 'updated' && event.query === query && event.action.type === 'failed') end();
    });
    const end = (): void => {
      stop();
      resolve();
    };
    query.fetch(undefined, { cancelRefetch: true }).then(end, end);
  });
}
