import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../shared/api/client.ts';
import { type GridAddress, LAST, type OrderTerm, orderText } from './grid-address.ts';
import type { GridRow } from './rows-api.ts';

/** Longer texts and JSON values are truncated; the cell panel loads the complete value. */
export const CUT = 256;

export interface RowsPage {
  readonly rows: readonly GridRow[];
  readonly cut: Readonly<Record<string, readonly string[]>>;
  readonly hasPrevious: boolean;
  readonly hasNext: boolean;
}

/** Newest first: ids are in order of creation, and ordering by id needs no other index. */
const NEWEST_FIRST: readonly OrderTerm[] = [{ column: 'id', direction: 'desc' }];

/** Starts at a row instead of an offset: changes elsewhere do not shift the page, and the last page costs no more. */
export function pageQuery(project: string, table: string, address: GridAddress) {
  const { filter, search, order, limit, as, after, before } = address;
  return queryOptions({
    queryKey: [project, 'rows', table, 'page', { filter, search, order, limit, as, after, before }],
    queryFn: ({ signal }): Promise<RowsPage> => readPage({ project, table, signal }, address),
  });
}

interface Source {
  readonly project: string;
  readonly table: string;
  readonly signal: AbortSignal;
}

async function readPage(source: Source, address: GridAddress): Promise<RowsPage> {
  const { limit, after, before } = address;
  const order = totalOrder(address.order);
  if (before === LAST) {
    const { rows, cut } = await fetchRows(source, address, { order: order.map(turned), limit: limit + 1 });
    return { rows: rows.slice(0, limit).reverse(), cut, hasPrevious: rows.length > limit, hasNext: false };
  }
  const anchor = after ?? before;
  const key = anchor === undefined ? undefined : await fetchKey(source, order, anchor);
  if (before !== undefined && key !== undefined) {
    const { rows, cut } = await fetchRows(source, address, { order, limit: limit + 1, before: key });
    return { rows: rows.slice(-limit), cut, hasPrevious: rows.length > limit, hasNext: true };
  }
  const { rows, cut } = await fetchRows(source, address, { order, limit: limit + 1, ...(key && { after: key }) });
  return { rows: rows.slice(0, limit), cut, hasPrevious: key !== undefined, hasNext: rows.length > limit };
}

function totalOrder(order: readonly OrderTerm[]): readonly OrderTerm[] {
  if (order.length === 0) return NEWEST_FIRST;
  return order.some(({ column }) => column === 'id') ? order : [...order, { column: 'id', direction: 'asc' }];
}

function turned({ column, direction }: OrderTerm): OrderTerm {
  return { column, direction: direction === 'asc' ? 'desc' : 'asc' };
}

interface PageQuery {
  readonly order: readonly OrderTerm[];
  readonly limit: number;
  readonly after?: string;
  readonly before?: string;
}

async function fetchRows({ project, table, signal }: Source, { filter, search, as }: GridAddress, asked: PageQuery) {
  const query = {
    ...asked,
    order: orderText(asked.order),
    count: 'none' as const,
    cut: CUT,
    ...(filter !== undefined && { filter }),
    ...(search !== undefined && { search }),
    ...(as !== undefined && { as }),
  };
  const params = { path: { project_id: project, table }, query };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', { params, signal }));
  const { data, cut = {} } = answer as unknown as { data: readonly GridRow[]; cut?: RowsPage['cut'] };
  return { rows: data, cut };
}

/** The row's complete order values: a truncated text would point to another place. */
async function fetchKey({ project, table, signal }: Source, order: readonly OrderTerm[], id: string): Promise<string> {
  const columns = order.map(({ column }) => column);
  if (columns.every((column) => column === 'id')) return JSON.stringify([id]);
  const params = { path: { project_id: project, table, id }, query: { select: columns.join(',') } };
  const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/data/{table}/{id}', { params, signal }));
  const { data: row } = answer as unknown as { data: GridRow };
  return JSON.stringify(columns.map((column) => row[column] ?? null));
}

/** The number of matching rows, in a separate request so that pages do not wait for it. */
export function countQuery(project: string, table: string, { filter, search, as }: GridAddress) {
  return queryOptions({
    queryKey: [project, 'rows', table, 'count', { filter, search, as }],
    queryFn: async ({ signal }): Promise<number> => {
      const query = {
        limit: 0,
        ...(filter !== undefined && { filter }),
        ...(search !== undefined && { search }),
        ...(as !== undefined && { as }),
      };
      const params = { path: { project_id: project, table }, query };
      const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/data/{table}', { params, signal }));
      return (answer as { readonly count?: number }).count ?? 0;
    },
  });
}
