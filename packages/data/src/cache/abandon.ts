import { loadedChanges } from './load-changes.ts';
import { pending } from './pending-changes.ts';
import { findQuery, type ServiceKey } from './query-client.ts';

const reading = new WeakMap<object, AbortController>();

export async function readAbortably<D>(key: ServiceKey, read: (signal: AbortSignal) => Promise<D>): Promise<D> {
  const controller = new AbortController();
  const query = findQuery(key);
  if (query) {
    reading.get(query)?.abort();
    reading.set(query, controller);
  }
  const data = await read(controller.signal);
  await loadedChanges()?.untilInserted(pending(), key[4], data);
  return data;
}

/** Unmounting aborts nothing, because in StrictMode each component unmounts once. */
export function abandon(key: ServiceKey): void {
  const query = findQuery(key);
  if (query === undefined || query.getObserversCount() > 0 || query.state.fetchStatus !== 'fetching') return;
  void query.cancel({ silent: true, revert: true });
  reading.get(query)?.abort();
}
