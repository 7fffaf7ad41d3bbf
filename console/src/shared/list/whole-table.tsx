import { useAddress } from '../address/use-address.ts';
import { useIsNarrow } from '../page/use-is-narrow.ts';
import { DataTable, type DataTableProps } from './data-table.tsx';
import classes from './list.module.css';
import { orderKeyOf, readListOrder, sortableColumns, sortItems } from './list-order.ts';
import { SortField } from './sort-header.tsx';

interface WholeTableProps<T> extends Omit<DataTableProps<T>, 'sorting'> {
  /** Parameter of the address with the order; a page with several tables names one for each. */
  readonly parameter?: string;
}

export function WholeTable<T>({ parameter = 'order', ...table }: WholeTableProps<T>) {
  const { search, change } = useAddress();
  const isNarrow = useIsNarrow();
  const order = readListOrder(search[parameter]);
  const columns = sortableColumns(table.columns, true);
  const value = columns.find((column) => orderKeyOf(column) === order?.key)?.value;
  const items =
    order === undefined || value === undefined ? table.items : sortItems(table.items, value, order.direction);
  const sorting = { columns, order, onOrder: (chosen: string | undefined) => change({ [parameter]: chosen }) };
  return (
    <>
      {isNarrow && columns.length > 0 && items.length > 1 && (
        <div className={classes.tools}>
          <SortField {...sorting} />
        </div>
      )}
      <DataTable {...table} items={items} sorting={sorting} />
    </>
  );
}
