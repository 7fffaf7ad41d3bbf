'use client';
import type { Row, TableName } from '@service/client';
import { useCallback, useState } from '@service/client/react';
import { parametersOf } from '../rows/parameters.ts';
import { readNow } from '../rows/prefetch.ts';
import type { QueryOptions } from '../rows/query-options.ts';
import { addFields } from './add-fields.ts';
import type { QueryResult } from './query-result.ts';
import { useLatest } from './use-latest.ts';
import { useQuery } from './use-query.ts';

export type LazyQueryResult<R> = QueryResult<R> & {
  /** Whether `run` was called. */
  readonly called: boolean;
  /** Restores the state before the first call. */
  reset(): void;
};

/**
 * As `useQuery`, but reads nothing until `run` is called. The options of a call override `defaults`.
 * @example
 * ```tsx
 * import { useLazyQuery } from '@service/data';
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
  const called = asked !== undefined;
  // `run` starts the read itself.
  const shown = useQuery(table, { ...defaults, ...asked, enabled: called, staleTime: Number.POSITIVE_INFINITY });
  const latest = useLatest(defaults);
  const run = useCallback(
    async (more: QueryOptions<T, S> = {}): Promise<Pick<Row<T>, S>[]> => {
      const wanted = parametersOf({ ...latest.current, ...more });
      setAsked(more);
      return (await readNow(table, wanted)).rows as Pick<Row<T>, S>[];
    },
    [table],
  );
  const reset = useCallback(() => setAsked(undefined), []);
  return [run, addFields(shown, { called, reset })];
}
