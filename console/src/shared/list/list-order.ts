import type { TableColumn } from './table-column.ts';

export type Direction = 'asc' | 'desc';

export interface ListOrder {
  readonly key: string;
  readonly direction: Direction;
}

/** The column's name in the address: the API's name for it, or its title in small letters. */
export function orderKeyOf<T>({ order, title }: TableColumn<T>): string {
  return order ?? title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
}

export function readListOrder(text: string | undefined): ListOrder | undefined {
  const [, key, direction] = /^(\w+):(asc|desc)$/.exec(text ?? '') ?? [];
  if (key === undefined) return undefined;
  return { key, direction: direction === 'asc' ? 'asc' : 'desc' };
}

export function turnedOrder(order: ListOrder | undefined, key: string): string | undefined {
  if (order?.key !== key) return `${key}:asc`;
  return order.direction === 'asc' ? `${key}:desc` : undefined;
}

/** The columns by which this list can be ordered: by the API, or here if the browser holds the whole list. */
export function sortableColumns<T>(columns: readonly TableColumn<T>[], isWhole: boolean): readonly TableColumn<T>[] {
  return columns.filter(({ order, value }) => order !== undefined || (isWhole && value !== undefined));
}

/** Sorts as the API does: null is smallest, and equal items keep their order. Numbers in texts count as numbers. */
export function sortItems<T>(
  items: readonly T[],
  value: NonNullable<TableColumn<T>['value']>,
  direction: Direction,
): readonly T[] {
  const sign = direction === 'asc' ? 1 : -1;
  return items.toSorted((a, b) => sign * compare(value(a), value(b)));
}

type Value = string | number | boolean | null | undefined;

function compare(a: Value, b: Value): number {
  if (a == null || b == null) return Number(a != null) - Number(b != null);
  if (typeof a === 'string' && typeof b === 'string') return a.localeCompare(b, 'en', { numeric: true });
  return Number(a) - Number(b);
}
