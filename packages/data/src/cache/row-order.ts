import type { AnyRow, ListParameters } from '@service/client/internal';

/** Whether a row matches; undefined for filters that only the service can judge. */
export function matchesFilter(filter: ListParameters['filter'], row: AnyRow): boolean | undefined {
  if (filter === undefined || filter === '') return true;
  if (typeof filter === 'string') return undefined;
  let matches = true;
  for (const [column, value] of Object.entries(filter)) {
    const wanted = typeof value === 'object' && value !== null && 'eq' in value ? value.eq : value;
    const isPlain = wanted === null || typeof wanted !== 'object';
    if (!isPlain || !Object.hasOwn(row, column) || (value !== wanted && Object.keys(value).length > 1))
      return undefined;
    if (row[column] !== wanted) matches = false;
  }
  return matches;
}

/** The order of the service: null first, text by code point, rows without an order by creation. */
export function compareRows(one: AnyRow, other: AnyRow, order: ListParameters['order']): number {
  for (const term of order?.length ? [order].flat().join().split(',') : ['created_at']) {
    const [column = '', direction] = term.split(':');
    const [a, b] = [one[column] ?? null, other[column] ?? null];
    if (a === b) continue;
    const isBefore = a === null || (b !== null && a < b);
    return isBefore === (direction === 'desc') ? 1 : -1;
  }
  return 0;
}
