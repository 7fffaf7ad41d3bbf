'use client';
import type { Row, TableName } from '@service/client';
import { type Page, pageOf } from '../cache/page.ts';
import { parametersOf } from '../rows/parameters.ts';
import type { QueryOptions } from '../rows/query-options.ts';
import { readPage } from '../rows/read-page.ts';
import { addFields } from './add-fields.ts';
import type { QueryResult } from './query-result.ts';
import { useShown } from './use-answer.ts';
import { useChanges } from './use-changes.ts';
import { type ObservedResult, useObserved } from './use-observed.ts';

/**
 * The rows of a table. They are read again on focus, on reconnect, and after changes made here or in another tab. All
 * components with the same query share one request.
 * @example
 * ```tsx
 * import { useQuery } from '@service/data';
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
  const initialData = rows && pageOf(rows);
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
  const result = useRows<Pick<Row<T>, S>>(observed, { isEnabled: options.enabled !== false, initialData });
  if (options.throwOnError && result.error && result.data === undefined) throw result.error;
  return result;
}

export function useRows<R>(
  observed: ObservedResult<Page> | undefined,
  { isEnabled, initialData }: { isEnabled: boolean; initialData?: Page | undefined },
): QueryResult<R> {
  const result = observed?.result;
  const answer = useShown({ result, isEnabled, dataOf: rowsOf, initialData });
  return addFields(answer, {
    get count() {
      return (result ? result.data : initialData)?.count;
    },
  });
}

function rowsOf({ rows }: Page): Page['rows'] {
  return rows;
}
