import type { Row, TableName } from '@service/client';
import { filterText, isBrowser, type ListOptions, type ListParameters } from '@service/client/internal';
import { readAbortably } from '../cache/abandon.ts';
import type { Page } from '../cache/page.ts';
import { findQuery, keyOf, queryCache, queryClient, type ServiceKey } from '../cache/query-client.ts';
import { parametersOf } from './parameters.ts';
import type { QueryOptions } from './query-options.ts';
import { readPage } from './read-page.ts';

/**
 * Reads rows before a component needs them, for example in a router's loader or on hover over a link. `useQuery` with
 * the same options then shows them immediately. Never rejects; does nothing on a server.
 * @example
 * ```ts
 * import { prefetch } from '@service/data';
 * export const loader = () => prefetch('todos', { order: 'created_at:desc', limit: 20 });
 * ```
 */
export async function prefetch<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: ListOptions<T, S> & Pick<QueryOptions<T>, 'count'> = {},
): Promise<void> {
  if (isBrowser()) await readNow(table, parametersOf(options)).catch(() => undefined);
}

/** Shorter than the time in which a user can press a retry button. */
const FORGET_MS = 200;

/** A component throws this while it has no rows: the read, which tells React when to try again, or its error. */
export function suspended(table: string, parameters: ListParameters): unknown {
  if (!isBrowser()) return new Error('useSuspenseQuery needs initialData on a server.');
  // The promise of a refused filter would make React retry endlessly.
  filterText(parameters.filter);
  const query = findQuery(keyOf('rows', table, parameters));
  const { error, fetchStatus } = query?.state ?? {};
  if (query === undefined || !error || fetchStatus !== 'idle') return readNow(table, parameters).catch(() => undefined);
  // React renders once more before it shows the error. After that, a component that is mounted again reads again.
  setTimeout(() => query.getObserversCount() || queryCache().remove(query), FORGET_MS);
  return error;
}

/** Reads from the service even if the data is fresh; shares a running read. */
export async function readNow(table: string, parameters: ListParameters): Promise<Page> {
  // Reject an invalid filter before it becomes a cache key: the key would equal that of the list without a filter.
  filterText(parameters.filter);
  const client = queryClient();
  const queryKey = keyOf('rows', table, parameters);
  const queryFn = () => readAbortably(queryKey, (signal) => readPage(table, parameters, signal));
  const options = client.defaultQueryOptions({ queryKey, queryFn });
  return await queryCache().build<Page, Error, Page, ServiceKey>(client, options).fetch(options);
}
