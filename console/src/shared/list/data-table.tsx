import type { ReactNode } from 'react';
import classes from './list.module.css';

export interface TableColumn<T> {
  readonly title: string;
  /** For button columns: the title is for screen readers only. */
  readonly isTitleHidden?: boolean;
  readonly align?: 'right';
  /** Prevents line breaks, for short words and figures. */
  readonly isShort?: boolean;
  readonly cell: (item: T) => ReactNode;
}

interface DataTableProps<T> {
  readonly name: string;
  readonly columns: readonly TableColumn<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
}

/** A list as a table. On narrow screens the cells of a row are stacked, each with its title. */
export function DataTable<T>({ name, columns, items, keyOf }: DataTableProps<T>) {
  return (
    <table aria-label={name} className={classes.table}>
      <thead>
        <tr>
          {columns.map(({ title, isTitleHidden, align }) => (
            <th key={title} scope="col" className={align === 'right' ? classes.right : undefined}>
              {isTitleHidden === true ? <span className="visually-hidden">{title}</span> : title}
            </th>
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
  );
}

function classesOf<T>({ align, isShort = false, isTitleHidden = false }: TableColumn<T>): string {
  const names = [align === 'right' && classes.right, isShort && classes.short, isTitleHidden && classes.controls];
  return names.filter((name) => name !== false).join(' ');
}
