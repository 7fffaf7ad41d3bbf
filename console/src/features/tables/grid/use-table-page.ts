import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import type { GridAddress } from './grid-address.ts';
import { countQuery, pageQuery, type RowsPage } from './page-query.ts';

const INDEXING_LOOK_MS = 2_000;
const FILTER_CODES = new Set(['invalid_filter', 'unknown_column']);

/** A refused filter does not take away the rows that are on the screen. */
export function useTablePage(project: string, table: string, address: GridAddress) {
  const page = useQuery({
    ...pageQuery(project, table, address),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (isBeingIndexed(state.error) ? INDEXING_LOOK_MS : false),
  });
  const count = useQuery({ ...countQuery(project, table, address), placeholderData: keepPreviousData });
  const refusal = refusalOfFilter(page.error);
  const [kept, setKept] = useState<RowsPage>();
  useEffect(() => {
    if (page.data !== undefined) setKept(page.data);
  }, [page.data]);
  return {
    page: page.data,
    count: count.data,
    refusal,
    isPlaceholder: page.isPlaceholderData,
    shown:
      refusal === undefined
        ? page
        : kept && { data: kept, isError: false as const, error: null, refetch: page.refetch },
    refresh: (): void => {
      void page.refetch();
      void count.refetch();
    },
  };
}

function refusalOfFilter(error: Error | null): ApiFailure | undefined {
  return error instanceof ApiFailure && FILTER_CODES.has(error.code) ? error : undefined;
}

/** Whether the search index is still being built. The error contains its progress, and the grid retries until it is ready. */
function isBeingIndexed(error: Error | null): boolean {
  return error instanceof ApiFailure && error.code === 'unavailable' && error.details['progress'] !== undefined;
}
