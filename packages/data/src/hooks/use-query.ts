'use client';
import type { Row, TableName } from '@service/client';
import { useCallback } from 'react';
import type { Page } from '../cache/page.ts';
import { shown } from '../cache/query-client.ts';
import { parametersOf } from '../rows/parameters.ts';
import type { QueryOptions } from '../rows/query-options.ts';
import { readPage } from '../rows/read-page.ts';
import { errorOf, isLoading, type QueryResult } from './query-result.ts';
import { useChanges } from './use-changes.ts';
import { type Observed, useObserved } from './use-observed.ts';

/**
 * The rows of a table. They are read again after a change made here or in another tab, on focus and on reconnect; however
 * many components show the same, it is one request.
 *
 * @example
 * ```tsx
 * import { useQuery } from '@service/data';
 *
 * export function Todos() {
 *   const { data, loading, error } = useQuery('todos', { filter: { done: false }, order: 'created_at:desc', limit: 20 });
 *   if (loading) return <p>Loading …</p>;
 *   if (error) return <p role="alert">{error.message}</p>;
 *   return <ul>{data?.map((todo) => <li key={todo.id}>{todo.title}</li>)}</ul>;
 * }
 * ```
 */
export function useQuery<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: QueryOptions<T, S> = {},
): QueryResult<Pick<Row<T>, S>> {
  const parameters = parametersOf(options);
  const { initialData: rows } = options;
  const initialData: Page | undefined = rows && { rows, count: undefined, hasMore: false, readAt: 0 };
  const select = useChanges(table, parameters);
  const observed = useObserved<Page>({
    ...options,
    kind: 'rows',
    table,
    options: parameters,
    initialData,
    select,
    read: (signal) => readPage(table, parameters, signal),
  });
  return useRows(observed, { isEnabled: options.enabled !== false, initialData });
}

/** Getters and no copies: a component renders again for what it has looked at. */
export function useRows<R>(
  observed: Observed<Page> | undefined,
  { isEnabled, initialData }: { isEnabled: boolean; initialData?: Page | undefined },
): QueryResult<R> {
  const result = observed?.result;
  const page = () => (result ? result.data : initialData);
  const readAgain = result?.refetch;
  const refetch = useCallback(async (): Promise<R[]> => {
    const answer = await readAgain?.({ throwOnError: true });
    if (answer) await shown();
    return (answer?.data?.rows ?? []) as R[];
  }, [readAgain]);
  return {
    get data() {
      return page()?.rows as R[] | undefined;
    },
    get loading() {
      return initialData === undefined && isLoading(result, isEnabled);
    },
    get fetching() {
      return result ? result.fetchStatus === 'fetching' : isEnabled;
    },
    get error() {
      return errorOf(result);
    },
    get count() {
      return page()?.count;
    },
    refetch,
  };
}
