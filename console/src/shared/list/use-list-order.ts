import { useAddress } from '../address/use-address.ts';
import type { TableSorting } from './data-table.tsx';
import type { ListData } from './list-data.ts';
import { orderKeyOf, readListOrder, sortableColumns, sortItems } from './list-order.ts';
import { type ListSearch, readListSearch } from './list-search.ts';
import { FIRST_PAGE } from './list-tools.tsx';
import type { TableColumn } from './table-column.ts';

interface OrderedList<T> {
  readonly search: ListSearch;
  orderItems(list: ListData<T>): readonly T[];
  sortingOf(list: ListData<T> | undefined): TableSorting<T>;
}

export function useListOrder<T>(columns: readonly TableColumn<T>[]): OrderedList<T> {
  const { search: parameters, change } = useAddress();
  const order = readListOrder(parameters['order']);
  const column = columns.find((one) => order !== undefined && orderKeyOf(one) === order.key);
  const isOfApi = column?.order !== undefined;
  return {
    search: { ...readListSearch(parameters), order: isOfApi ? parameters['order'] : undefined },
    orderItems: (list) =>
      order === undefined || isOfApi || column?.value === undefined || !isWhole(list)
        ? list.data
        : sortItems(list.data, column.value, order.direction),
    sortingOf: (list) => ({
      columns: sortableColumns(columns, list !== undefined && isWhole(list)),
      order,
      onOrder: (chosen) => change({ ...FIRST_PAGE, order: chosen }),
    }),
  };
}

function isWhole({ data, count }: ListData<unknown>): boolean {
  return data.length === count;
}
