import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAddress } from '../address/use-address.ts';
import { QueryPart } from '../feedback/query-part.tsx';
import { useRefreshKey } from '../keyboard/use-refresh-key.ts';
import { useIsNarrow } from '../page/use-is-narrow.ts';
import { DataTable } from './data-table.tsx';
import { Empty, type FirstAction } from './empty.tsx';
import classes from './list.module.css';
import type { ListData } from './list-data.ts';
import { type ListSearch, PAGE_ROWS } from './list-search.ts';
import { FilterFields, type ListFilter, SearchField } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import { SortField } from './sort-header.tsx';
import type { TableColumn } from './table-column.ts';
import { useListOrder } from './use-list-order.ts';

export interface ListQuery<D> {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (asked: { readonly signal: AbortSignal }) => Promise<D>;
  readonly refetchInterval?:
    | number
    | false
    | ((query: { readonly state: { readonly data: D | undefined } }) => number | false);
}

export interface ListProps<T> {
  readonly name: string;
  readonly query: (search: ListSearch) => ListQuery<ListData<T>>;
  readonly columns: readonly TableColumn<T>[];
  readonly keyOf: (item: T) => string;
  readonly hasSearch?: boolean;
  readonly filters?: readonly ListFilter[];
  readonly isNarrowed?: boolean;
  readonly next?: ReactNode;
  readonly first?: FirstAction | undefined;
  readonly tools?: ReactNode;
}

export function List<T>(props: ListProps<T>) {
  const { name, columns, keyOf, hasSearch = false, filters = [], next, first, tools } = props;
  const { search: parameters } = useAddress();
  const { search, orderItems, sortingOf } = useListOrder(columns);
  const query = useQuery({ ...props.query(search), placeholderData: keepPreviousData });
  useRefreshKey(() => void query.refetch());
  const isNarrow = useIsNarrow();
  const { data: shown } = query;
  const sorting = sortingOf(shown);
  const isSortShown = isNarrow && sorting.columns.length > 0 && (shown?.data.length ?? 0) > 1;
  const isNarrowed =
    props.isNarrowed === true ||
    search.text !== undefined ||
    filters.some((filter) => (parameters[filter.name] ?? '') !== '');
  return (
    <>
      {(hasSearch || filters.length > 0 || tools !== undefined || isSortShown) && (
        <div className={classes.tools}>
          {hasSearch && <SearchField />}
          <FilterFields filters={filters} />
          {isSortShown && <SortField {...sorting} />}
          {tools}
        </div>
      )}
      <QueryPart query={query}>
        {({ data, count }) => (
          <div aria-busy={query.isPlaceholderData}>
            {data.length === 0 && search.page === 1 ? (
              <Empty name={name} isNarrowed={isNarrowed} next={next} first={first} />
            ) : (
              <DataTable
                name={name}
                columns={columns}
                items={orderItems({ data, count })}
                keyOf={keyOf}
                sorting={sorting}
              />
            )}
            {(count > Math.max(PAGE_ROWS, data.length) || search.page > 1) && (
              <Pager search={search} shown={data.length} count={count} />
            )}
          </div>
        )}
      </QueryPart>
    </>
  );
}
