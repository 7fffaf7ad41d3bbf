import { findQuery, type ServiceKey } from './query-client.ts';

const reading = new WeakMap<object, AbortController>();

/** Reads with a signal that ends when the query is read anew, or no component wants its key any more. */
export async function readAbortably<D>(key: ServiceKey, read: (signal: AbortSignal) => Promise<D>): Promise<D> {
  const controller = new AbortController();
  const query = findQuery(key);
  if (query) {
    reading.get(query)?.abort();
    reading.set(query, controller);
  }
  return await read(controller.signal);
}

/**
 * Ends the request of a key that a component has turned away from, unless another one waits for it. Components that leave
 * the page end nothing: in StrictMode each of them leaves once.
 */
export function abandon(key: ServiceKey): void {
  const query = findQuery(key);
  if (query === undefined || query.getObserversCount() > 0 || query.state.fetchStatus !== 'fetching') return;
  void query.cancel({ silent: true, revert: true });
  reading.get(query)?.abort();
}
