'use client';
import type { Row, TableName } from '@service/client';
import { dataPath, send } from '@service/client/internal';
import { type Page, pageOf } from '../cache/page.ts';
import { tick } from '../cache/pending-changes.ts';
import type { ReadingOptions } from '../rows/query-options.ts';
import { type SingleResult, useAnswer } from './use-answer.ts';
import { useChanges } from './use-changes.ts';

/**
 * A row by its id; reads nothing while the id is undefined. If the row does not exist or the caller may not see it, the
 * error is `row_not_found`.
 * @example
 * ```tsx
 * import { useRow } from '@service/data';
 * export function TodoTitle({ id }: { id: string | undefined }) {
 *   const { data, loading, error } = useRow('todos', id);
 *   if (error) return <p role="alert">{error.message}</p>;
 *   return <h1>{loading ? '…' : data?.title}</h1>;
 * }
 * ```
 */
export function useRow<T extends TableName>(
  table: T,
  id: string | null | undefined,
  options: ReadingOptions = {},
): SingleResult<Row<T>> {
  const parameters = { filter: { id: id ?? '' }, limit: 1 };
  const query = {
    ...options,
    kind: 'row' as const,
    table,
    options: id ?? null,
    // A row that is being inserted is read once it has the service's id.
    enabled: Boolean(id) && !id?.startsWith('pending-') && options.enabled !== false,
    select: useChanges(table, parameters),
    read: async (signal: AbortSignal): Promise<Page> => {
      const readAt = tick();
      const { data } = await send<{ data: Page['rows'][number] }>(dataPath(table, id ?? ''), { signal });
      return pageOf([data], { readAt });
    },
  };
  return useAnswer<Page, Row<T>>(query, firstRow);
}

function firstRow<R>({ rows }: Page): R | undefined {
  return rows[0] as R | undefined;
}
