import type { Row, TableName } from '@service/client';
import { filterText, isBrowser, type ListParameters } from '@service/client/internal';
import type { Page } from '../cache/page.ts';
import { keyOf, queryCache, queryClient, type ServiceKey } from '../cache/query-client.ts';
import { parametersOf } from './parameters.ts';
import type { QueryOptions } from './query-options.ts';
import { readPage } from './read-page.ts';

/**
 * Reads rows before a component asks for them, for example in a router's loader or when a link is hovered: `useQuery` with
 * the same options shows them at once. It never rejects; on a server it does nothing.
 *
 * @example
 * ```ts
 * import { prefetch } from '@service/data';
 *
 * export const loader = () => prefetch('todos', { order: 'created_at:desc', limit: 20 });
 * ```
 */
export async function prefetch<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: Pick<QueryOptions<T, S>, 'select' | 'filter' | 'order' | 'limit' | 'offset' | 'count' | 'search'> = {},
): Promise<void> {
  if (isBrowser()) await readNow(table, parametersOf(options)).catch(() => undefined);
}

/** Asks the service, also for what was just read; an answer that is under way is shared. */
export async function readNow(table: string, parameters: ListParameters): Promise<Page> {
  // Refused before it has a key, which would be that of a list without a filter.
  filterText(parameters.filter);
  const client = queryClient();
  const options = client.defaultQueryOptions({
    queryKey: keyOf('rows', table, parameters),
    queryFn: () => readPage(table, parameters),
  });
  return await queryCache().build<Page, Error, Page, ServiceKey>(client, options).fetch(options);
}
