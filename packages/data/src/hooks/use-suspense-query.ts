'use client';
import type { Row, TableName } from '@service/client';
import { parametersOf } from '../rows/parameters.ts';
import { suspended } from '../rows/prefetch.ts';
import type { QueryOptions } from '../rows/query-options.ts';
import type { QueryResult } from './query-result.ts';
import { useQuery } from './use-query.ts';

export type SuspenseQueryOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>> = Omit<
  QueryOptions<T, S>,
  'enabled' | 'throwOnError'
>;

export type SuspenseQueryResult<R> = QueryResult<R> & { readonly data: R[] };

/**
 * As `useQuery`, for components inside of `Suspense`: they wait for the first rows, and if reading them fails, the
 * nearest error boundary has the error.
 * @example
 * ```tsx
 * import { useSuspenseQuery } from '@service/data';
 * import { Suspense } from 'react';
 * export const Page = () => <Suspense fallback={<p>Loading …</p>}><Todos /></Suspense>;
 * function Todos() {
 *   const { data } = useSuspenseQuery('todos', { order: 'created_at:desc' });
 *   return <ul>{data.map((todo) => <li key={todo.id}>{todo.title}</li>)}</ul>;
 * }
 * ```
 */
export function useSuspenseQuery<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: SuspenseQueryOptions<T, S> = {},
): SuspenseQueryResult<Pick<Row<T>, S>> {
  const result = useQuery<T, S>(table, options);
  if (result.data === undefined) throw suspended(table, parametersOf(options));
  return result as SuspenseQueryResult<Pick<Row<T>, S>>;
}
