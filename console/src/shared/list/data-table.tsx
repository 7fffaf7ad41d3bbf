import classes from './list.module.css';
import { type ListOrder, orderKeyOf, turnedOrder } from './list-order.ts';
import { SortHeader } from './sort-header.tsx';
import type { TableColumn } from './table-column.ts';

const SORTS = { asc: 'ascending', desc: 'descending' } as const;

export interface TableSorting<T> {
  readonly columns: readonly TableColumn<T>[];
  readonly order: ListOrder | undefined;
  readonly onOrder: (order: string | undefined) => void;
}

export interface DataTableProps<T> {
  readonly name: string;
  readonly columns: readonly TableColumn<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  readonly sorting?: TableSorting<T>;
}

export function DataTable<T>({ name, columns, items, keyOf, sorting }: DataTableProps<T>) {
  return (
    <div className={classes.frame}>
      <table aria-label={name} className={classes.table}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeaderCell key={column.title} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={keyOf(item)}>
              {columns.map((column) => (
                <td
                  key={column.title}
                  data-title={column.isTitleHidden === true ? undefined : column.title}
                  className={classesOf(column)}
                >
                  {column.cell(item)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeaderCellProps<T> {
  readonly column: TableColumn<T>;
  readonly sorting: TableSorting<T> | undefined;
}

function HeaderCell<T>({ column, sorting }: HeaderCellProps<T>) {
  const { title, isTitleHidden, align, needsRoom } = column;
  const className = classesOf({ align, needsRoom });
  if (isTitleHidden === true || sorting === undefined || !sorting.columns.includes(column)) {
    return (
      <th scope="col" className={className}>
        {isTitleHidden === true ? <span className="visually-hidden">{title}</span> : title}
      </th>
    );
  }
  const { order, onOrder } = sorting;
  const key = orderKeyOf(column);
  const direction = order?.key === key ? order.direction : undefined;
  return (
    <th scope="col" className={className} aria-sort={direction === undefined ? 'none' : SORTS[direction]}>
      <SortHeader title={title} direction={direction} onTurn={() => onOrder(turnedOrder(order, key))} />
    </th>
  );
}

interface ColumnLook {
  readonly align?: 'right' | undefined;
  readonly isShort?: boolean | undefined;
  readonly isExtra?: boolean | undefined;
  readonly isTitleHidden?: boolean | undefined;
  readonly needsRoom?: boolean | undefined;
}

function classesOf({ align, isShort = false, isExtra = false, isTitleHidden = false, needsRoom = false }: ColumnLook) {
  const names = [
    align === 'right' && classes.right,
    isShort && classes.short,
    isExtra && classes.extra,
    isTitleHidden && classes.controls,
    needsRoom && classes.roomy,
  ];
  return names.filter((name) => name !== false).join(' ');
}
