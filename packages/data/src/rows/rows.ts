import type { Insert, Row, TableName, Update } from '@service/client';
import {
  type AnyRow,
  addressOf,
  dataPath,
  type Filter,
  type ListOptions,
  listPath,
  reported,
  send,
  sendJson,
  tablesChanged,
} from '@service/client/internal';
import type { RowSelector } from '../cache/change.ts';
import type { AggregateGroup, AggregateOptions, AggregateSpec, GroupName } from './aggregate-types.ts';
import { mutate } from './mutate.ts';
import { parametersOf } from './parameters.ts';
import { readPage } from './read-page.ts';
import { type WriteActions, writeActions } from './write-actions.ts';

/**
 * Reads rows outside of components.
 * @example
 * ```ts
 * import { list } from '@service/data';
 * const open = await list('todos', { filter: { done: false }, order: 'due' });
 * ```
 */
export async function list<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: ListOptions<T, S> = {},
): Promise<Pick<Row<T>, S>[]> {
  const { rows } = await reported(readPage(table, { ...parametersOf(options), count: false }));
  return rows as Pick<Row<T>, S>[];
}

/**
 * Reads a row. Rejects with `row_not_found` if it does not exist or the caller may not see it.
 * @example
 * ```ts
 * import { getRow } from '@service/data';
 * const todo = await getRow('todos', '01975e2b-4ed1-7f25-9c3a-0d6c6f7f3a11');
 * ```
 */
export async function getRow<T extends TableName>(table: T, id: string): Promise<Row<T>> {
  return (await reported(send<{ data: Row<T> }>(dataPath(table, id)))).data;
}

/**
 * Inserts a row, or 1 to 100 rows, all or none.
 * @example
 * ```ts
 * import { insert } from '@service/data';
 * const todo = await insert('todos', { title: 'Buy milk' });
 * ```
 */
export function insert<T extends TableName>(table: T, rows: readonly Insert<T>[]): Promise<Row<T>[]>;
export function insert<T extends TableName>(table: T, row: Insert<T>): Promise<Row<T>>;
export function insert(table: string, row: AnyRow | readonly AnyRow[]): Promise<unknown> {
  return inBackground(table).insert(row);
}

/**
 * Updates a row by its id, or all rows that match a filter; the latter resolves with their number.
 * @example
 * ```ts
 * import { update } from '@service/data';
 * const count = await update('todos', { filter: { done: false } }, { done: true });
 * ```
 */
export function update<T extends TableName>(
  table: T,
  which: { readonly filter: Filter<T> },
  patch: Update<T>,
): Promise<number>;
export function update<T extends TableName>(table: T, id: string, patch: Update<T>): Promise<Row<T>>;
export function update(table: string, which: RowSelector, patch: AnyRow): Promise<unknown> {
  return inBackground(table).update(which, patch);
}

/**
 * Removes a row by its id, or all rows that match a filter; the latter resolves with their number.
 * @example
 * ```ts
 * import { remove } from '@service/data';
 * await remove('todos', '01975e2b-4ed1-7f25-9c3a-0d6c6f7f3a11');
 * ```
 */
export function remove<T extends TableName>(table: T, id: string): Promise<void>;
export function remove<T extends TableName>(table: T, which: { readonly filter: Filter<T> }): Promise<number>;
export function remove(table: string, which: RowSelector): Promise<unknown> {
  return inBackground(table).remove(which);
}

function inBackground(table: string): WriteActions {
  return writeActions(table, ({ change: _, ...mutation }) => mutate({ ...mutation, table, refresh: 'background' }));
}

/**
 * Counts, sums, averages, minima and maxima by group, over the rows that the caller may read.
 * @example
 * ```ts
 * import { aggregate } from '@service/data';
 * const perMonth = await aggregate('orders', {
 *   aggregates: [{ op: 'sum', field: 'amount', as: 'revenue' }],
 *   group_by: ['created_at:month'],
 * });
 * ```
 */
export async function aggregate<
  T extends TableName,
  const A extends readonly AggregateSpec<T>[],
  const G extends readonly GroupName<T>[] = [],
>(table: T, options: AggregateOptions<T, A, G>): Promise<AggregateGroup<T, A, G>[]> {
  const path = dataPath(table, 'aggregate');
  return (await reported(sendJson<{ data: AggregateGroup<T, A, G>[] }>('POST', path, options))).data;
}

export type ExportOptions<T extends TableName> = { readonly format?: 'csv' | 'json' } & Pick<
  ListOptions<T>,
  'select' | 'filter' | 'order' | 'search'
>;

/**
 * The address that streams every matching row as CSV or JSON. Like every API call it needs the public key: fetch it
 * with `Authorization: Bearer <getConfig().publicKey>`, or pass it to a server.
 * @example
 * ```ts
 * import { exportUrl } from '@service/data';
 * const address = exportUrl('todos', { format: 'csv', filter: { done: true } });
 * ```
 */
export function exportUrl<T extends TableName>(table: T, options: ExportOptions<T> = {}): string {
  const { format = 'csv', ...parameters } = options;
  return addressOf(listPath(dataPath(table, 'export'), { format, ...parametersOf(parameters) }));
}

/**
 * Reads the queries on these tables again, here and in other tabs; without names, all queries.
 * @example
 * ```ts
 * import { refresh } from '@service/data';
 * await refresh('todos', 'lists');
 * ```
 */
export function refresh(...tables: TableName[]): Promise<void> {
  return tablesChanged(tables);
}
