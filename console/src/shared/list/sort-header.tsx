import { Icon as IconArrowDown } from 'virtual:icon/arrow-down';
import { Icon as IconArrowUp } from 'virtual:icon/arrow-up';
import { Icon as IconArrowsSort } from 'virtual:icon/arrows-sort';
import { NativeSelect, UnstyledButton } from '@mantine/core';
import classes from './list.module.css';
import { type Direction, type ListOrder, orderKeyOf } from './list-order.ts';
import type { TableColumn } from './table-column.ts';

const ICONS = { asc: IconArrowUp, desc: IconArrowDown } as const;

interface SortHeaderProps {
  readonly title: string;
  readonly direction: Direction | undefined;
  readonly onTurn: () => void;
}

export function SortHeader({ title, direction, onTurn }: SortHeaderProps) {
  const Icon = direction === undefined ? IconArrowsSort : ICONS[direction];
  return (
    <UnstyledButton className={classes.sort} data-sorted={direction !== undefined || undefined} onClick={onTurn}>
      {title}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}

interface SortFieldProps<T> {
  readonly columns: readonly TableColumn<T>[];
  readonly order: ListOrder | undefined;
  readonly onOrder: (order: string | undefined) => void;
}

export function SortField<T>({ columns, order, onOrder }: SortFieldProps<T>) {
  const choices = columns.flatMap((column) => [
    { value: `${orderKeyOf(column)}:asc`, label: `${column.title}, ascending` },
    { value: `${orderKeyOf(column)}:desc`, label: `${column.title}, descending` },
  ]);
  return (
    <NativeSelect
      label="Sort by"
      className={classes.filter}
      value={order === undefined ? '' : `${order.key}:${order.direction}`}
      data={[{ value: '', label: 'Usual order' }, ...choices]}
      onChange={(event) => onOrder(event.currentTarget.value || undefined)}
    />
  );
}
