'use client';
import type { Row, TableName } from '@service/client';
import { useCallback } from '@service/client/react';
import { type Page, pageOf } from '../cache/page.ts';
import type { ServiceKey } from '../cache/query-client.ts';
import { pagingOf } from '../rows/paging.ts';
import { parametersOf } from '../rows/parameters.ts';
import type { QueryOptions } from '../rows/query-options.ts';
import { readPage } from '../rows/read-page.ts';
import { addFields } from './add-fields.ts';
import type { QueryResult } from './query-result.ts';
import { useChanges } from './use-changes.ts';
import { useLatest } from './use-latest.ts';
import { useObserved } from './use-observed.ts';
import { useRows } from './use-query.ts';

export interface InfiniteQueryOptions<T extends TableName, S extends keyof Row<T> = keyof Row<T>>
  extends Omit<QueryOptions<T, S>, 'limit' | 'offset' | 'after' | 'before'> {
  /** 1 to 999; default 20. */
  readonly pageSize?: number;
}

export type InfiniteQueryResult<R> = QueryResult<R> & {
  /** Whether another page is loading. */
  readonly loadingMore: boolean;
  readonly hasMore: boolean;
  /** Loads the next page. Sends no request if there are no more rows or a page is already loading. A failure is in `error`. */
  loadMore(): Promise<void>;
};

const PAGE_SIZE = 20;

/**
 * The rows of a table page by page, as one list. Each page continues after the last row instead of at an offset, so
 * rows that are added or removed meanwhile cause no duplicates or gaps.
 * @example
 * ```tsx
 * import { useInfiniteQuery } from '@service/data';
 * export function Feed() {
 *   const { data, hasMore, loadingMore, loadMore } = useInfiniteQuery('posts', { order: 'created_at:desc' });
 *   const more = hasMore && <button onClick={() => void loadMore()} disabled={loadingMore}>More</button>;
 *   return <>{data?.map((post) => <p key={post.id}>{post.title}</p>)}{more}</>;
 * }
 * ```
 */
export function useInfiniteQuery<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: InfiniteQueryOptions<T, S> = {},
): InfiniteQueryResult<Pick<Row<T>, S>> {
  const { pageSize = PAGE_SIZE, initialData: rows } = options;
  const parameters = parametersOf(options);
  const initialData = rows && pageOf(rows, { hasMore: rows.length >= pageSize });
  const pagingAt = (key: ServiceKey) => pagingOf({ key, table, pageSize, parameters });
  const observed = useObserved<Page>({
    ...options,
    kind: 'pages',
    table,
    options: { ...parameters, pageSize },
    initialData,
    select: useChanges(table, { ...parameters, limit: Number.MAX_SAFE_INTEGER }),
    read: (signal, key) => pagingAt(key)?.read(signal) ?? readPage(table, { ...parameters, limit: pageSize }, signal),
  });
  const paging = observed && pagingAt(observed.key);
  const latest = useLatest(paging);
  const loadMore = useCallback(() => latest.current?.loadMore().catch(() => undefined), []);
  const shown = useRows<Pick<Row<T>, S>>(observed, { isEnabled: options.enabled !== false, initialData });
  return addFields(shown, {
    get hasMore() {
      return (observed ? observed.result.data : initialData)?.hasMore ?? false;
    },
    get loadingMore() {
      return shown.fetching && paging?.isLoadingMore === true;
    },
    loadMore,
  });
}
