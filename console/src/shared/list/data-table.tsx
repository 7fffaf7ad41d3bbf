import type { ReactNode } from 'react';
import classes from './list.module.css';

export interface TableColumn<T> {
  readonly title: string;
  /** A column of buttons has a title for those who do not see. */
  readonly isTitleHidden?: boolean;
  readonly align?: 'right';
  /** Words and figures that are never broken into lines. */
  readonly isShort?: boolean;
  readonly cell: (item: T) => ReactNode;
}

interface DataTableProps<T> {
  readonly name: string;
  readonly columns: readonly TableColumn<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
}

/** A list of things as a table. On narrow screens the cells of a row stand below each other with their titles. */
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
