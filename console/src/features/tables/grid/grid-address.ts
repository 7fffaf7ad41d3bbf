import type { Search } from '../../../shared/address/search-text.ts';

export const PAGE_ROWS = 100;
const PAGE_ROWS_MAX = 500;
export const LAST = 'last';

export interface OrderTerm {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

export interface GridAddress {
  readonly filter: string | undefined;
  readonly search: string | undefined;
  readonly order: readonly OrderTerm[];
  readonly columns: readonly string[] | undefined;
  readonly limit: number;
  readonly row: string | undefined;
  readonly as: string | undefined;
  readonly after: string | undefined;
  readonly before: string | undefined;
}

export function readGridAddress(search: Search): GridAddress {
  const asked = Number(search['limit']);
  return {
    filter: search['filter'],
    search: search['search'],
    order: readOrder(search['order'] ?? ''),
    columns: search['cols']?.split(','),
    limit: Number.isSafeInteger(asked) && asked > 0 ? Math.min(asked, PAGE_ROWS_MAX) : PAGE_ROWS,
    row: search['row'],
    as: search['as'],
    after: search['after'],
    before: search['before'],
  };
}

function readOrder(text: string): readonly OrderTerm[] {
  return text
    .split(',')
    .filter((term) => term !== '')
    .map((term) => {
      const [column = '', direction] = term.split(':');
      return { column, direction: direction === 'desc' ? 'desc' : 'asc' };
    });
}

export function orderText(order: readonly OrderTerm[]): string {
  return order.map(({ column, direction }) => `${column}:${direction}`).join(',');
}

/** `isAdded` keeps the other columns of the order. */
export function turnOrder(order: readonly OrderTerm[], column: string, isAdded: boolean): readonly OrderTerm[] {
  const known = order.find((term) => term.column === column);
  const next: readonly OrderTerm[] =
    known === undefined
      ? [{ column, direction: 'asc' }]
      : known.direction === 'asc'
        ? [{ column, direction: 'desc' }]
        : [];
  if (!isAdded) return next;
  if (known === undefined) return [...order, ...next];
  return order.flatMap((term) => (term === known ? next : [term]));
}
