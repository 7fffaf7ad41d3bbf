import type { Query, QueryCache } from '@tanstack/query-core';

const following = new WeakMap<Query, Promise<unknown>>();

/** A running read may have started before the change, so exactly one more read follows it, for any number of them. */
export function readAgain(cache: QueryCache, query: Query): Promise<unknown> {
  const { fetchStatus, fetchFailureCount } = query.state;
  // A failed read waits seconds before its next attempt; this call makes that attempt immediately.
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
