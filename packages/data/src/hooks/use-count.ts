'use client';
import type { SearchText, TableName } from '@service/client';
import { dataPath, type Filter, sendJson } from '@service/client/internal';
import type { AggregateGroup, AggregateOptions, AggregateSpec, GroupName } from '../rows/aggregate-types.ts';
import type { ReadingOptions } from '../rows/query-options.ts';
import { readPage } from '../rows/read-page.ts';
import { itself, type SingleResult, useAnswer } from './use-answer.ts';

export interface CountOptions<T extends TableName> extends ReadingOptions {
  readonly filter?: Filter<T>;
  readonly search?: SearchText<T>;
}

/**
 * The number of matching rows; counted again after changes.
 * @example
 * ```tsx
 * import { useCount } from '@service/data';
 * export function OpenTodos() {
 *   const { data } = useCount('todos', { filter: { done: false } });
 *   return <span>{data} open</span>;
 * }
 * ```
 */
export function useCount<T extends TableName>(table: T, options: CountOptions<T> = {}): SingleResult<number> {
  const { filter, search } = options;
  const parameters = { filter, search, limit: 0 };
  return useAnswer<number | undefined, number>(
    {
      ...options,
      kind: 'count',
      table,
      options: parameters,
      read: async (signal) => (await readPage(table, parameters, signal)).count,
    },
    itself,
  );
}

/**
 * Counts, sums, averages, minima and maxima by group, as `aggregate`; computed again after changes.
 * @example
 * ```tsx
 * import { useAggregate } from '@service/data';
 * export function Revenue() {
 *   const { data } = useAggregate('orders', { aggregates: [{ op: 'sum', field: 'amount', as: 'revenue' }] });
 *   return <strong>{data?.[0]?.revenue}</strong>;
 * }
 * ```
 */
export function useAggregate<
  T extends TableName,
  const A extends readonly AggregateSpec<T>[],
  const G extends readonly GroupName<T>[] = [],
>(table: T, options: AggregateOptions<T, A, G> & ReadingOptions): SingleResult<AggregateGroup<T, A, G>[]> {
  const { enabled, refetchInterval, staleTime, refetchOnFocus, keepPrevious, ...body } = options;
  type Groups = AggregateGroup<T, A, G>[];
  return useAnswer<Groups, Groups>(
    {
      ...options,
      kind: 'groups',
      table,
      options: body,
      read: async (signal) =>
        (await sendJson<{ data: Groups }>('POST', dataPath(table, 'aggregate'), body, { signal })).data,
    },
    itself,
  );
}
