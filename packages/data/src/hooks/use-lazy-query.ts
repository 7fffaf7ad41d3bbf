'use client';
import type { Row, TableName } from '@service/client';
import { filterText, type ListParameters } from '@service/client/internal';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Page } from '../cache/page.ts';
import { keyOf, queryCache, queryClient, type ServiceKey } from '../cache/query-client.ts';
import { parametersOf } from '../rows/parameters.ts';
import type { QueryOptions } from '../rows/query-options.ts';
import { readPage } from '../rows/read-page.ts';
import type { QueryResult } from './query-result.ts';
import { useChanges } from './use-changes.ts';
import { useObserved } from './use-observed.ts';
import { useRows } from './use-query.ts';

export interface LazyQueryResult<R> extends QueryResult<R> {
  /** `run` was called. */
  readonly called: boolean;
  /** As before the first call. */
  reset(): void;
}

/**
 * As `useQuery`, but nothing is read before `run` is called. Options of a call are laid over `defaults`.
 *
 * @example
 * ```tsx
 * import { useLazyQuery } from '@service/data';
 *
 * export function Search() {
 *   const [search, { data, called }] = useLazyQuery('todos', { limit: 10 });
 *   return (
 *     <>
 *       <input aria-label="Search" onChange={({ target }) => void search({ filter: { title: { ilike: `*${target.value}*` } } })} />
 *       {called && <p>{data?.length ?? 0} found</p>}
 *     </>
 *   );
 * }
 * ```
 */
export function useLazyQuery<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  defaults: QueryOptions<T, S> = {},
): readonly [
  run: (options?: QueryOptions<T, S>) => Promise<Pick<Row<T>, S>[]>,
  result: LazyQueryResult<Pick<Row<T>, S>>,
] {
  const [asked, setAsked] = useState<QueryOptions<T, S>>();
  const options = { ...defaults, ...asked };
  const parameters = parametersOf(options);
  const called = asked !== undefined;
  const observed = useObserved<Page>({
    ...options,
    kind: 'rows',
    table,
    options: parameters,
    enabled: called,
    initialData: undefined,
    // Reading is begun by the call.
    staleTime: Number.POSITIVE_INFINITY,
    select: useChanges(table, parameters),
    read: (signal) => readPage(table, parameters, signal),
  });
  const latest = useRef(defaults);
  useEffect(() => {
    latest.current = defaults;
  });
  const run = useCallback(
    async (more: QueryOptions<T, S> = {}): Promise<Pick<Row<T>, S>[]> => {
      const wanted = parametersOf({ ...latest.current, ...more });
      setAsked(more);
      const page = await readNow(table, wanted);
      return page.rows as Pick<Row<T>, S>[];
    },
    [table],
  );
  const reset = useCallback(() => setAsked(undefined), []);
  const shown = useRows<Pick<Row<T>, S>>(observed, { isEnabled: called });
  const extras = { called: { value: called, enumerable: true }, reset: { value: reset, enumerable: true } };
  return [run, Object.defineProperties(shown, extras) as never];
}

/** Asks the service, also for what was just read; an answer that is under way is shared. */
function readNow(table: string, parameters: ListParameters): Promise<Page> {
  // Refused before it has a key, which would be that of a list without a filter.
  filterText(parameters.filter);
  const client = queryClient();
  const options = client.defaultQueryOptions({
    queryKey: keyOf('rows', table, parameters),
    queryFn: () => readPage(table, parameters),
  });
  return queryCache().build<Page, Error, Page, ServiceKey>(client, options).fetch(options);
}
