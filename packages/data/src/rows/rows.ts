import type { Insert, Row, TableName, Update } from '@service/client';
import {
  type AnyRow,
  addressOf,
  dataPath,
  type Filter,
  listPath,
  reported,
  send,
  sendJson,
  tablesChanged,
} from '@service/client/internal';
import type { Which } from '../cache/change.ts';
import { mutate } from './mutate.ts';
import { parametersOf } from './parameters.ts';
import type { QueryOptions } from './query-options.ts';
import { readPage } from './read-page.ts';
import { insertRows, removeRows, updateRows } from './write-rows.ts';

type Listing<T extends TableName, S extends keyof Row<T> & string> = Pick<
  QueryOptions<T, S>,
  'select' | 'filter' | 'order' | 'limit' | 'offset' | 'search'
>;

/**
 * Reads rows, outside of components.
 *
 * @example
 * ```ts
 * import { list } from '@service/data';
 *
 * const open = await list('todos', { filter: { done: false }, order: 'due' });
 * ```
 */
export async function list<T extends TableName, S extends keyof Row<T> & string = keyof Row<T> & string>(
  table: T,
  options: Listing<T, S> = {},
): Promise<Pick<Row<T>, S>[]> {
  const { rows } = await reported(readPage(table, { ...parametersOf(options), count: false }));
  return rows as Pick<Row<T>, S>[];
}

/**
 * Reads one row. Rejects with `row_not_found` when there is none, or the caller may not see it.
 *
 * @example
 * ```ts
 * import { getRow } from '@service/data';
 *
 * const todo = await getRow('todos', '01975e2b-4ed1-7f25-9c3a-0d6c6f7f3a11');
 * ```
 */
export async function getRow<T extends TableName>(table: T, id: string): Promise<Row<T>> {
  return (await reported(send<{ data: Row<T> }>(dataPath(table, id)))).data;
}

/**
 * Adds a row, or 1 to 100 of them: all or none.
 *
 * @example
 * ```ts
 * import { insert } from '@service/data';
 *
 * const todo = await insert('todos', { title: 'Buy milk' });
 * ```
 */
export function insert<T extends TableName>(table: T, row: Insert<T>): Promise<Row<T>>;
export function insert<T extends TableName>(table: T, rows: readonly Insert<T>[]): Promise<Row<T>[]>;
export function insert(table: string, row: AnyRow | readonly AnyRow[]): Promise<unknown> {
  return mutate({ table, work: () => insertRows(table, row), refresh: 'background' });
}

/**
 * Changes a row by its id, or those that a filter names; then the result is their number.
 *
 * @example
 * ```ts
 * import { update } from '@service/data';
 *
 * const count = await update('todos', { filter: { done: false } }, { done: true });
 * ```
 */
export function update<T extends TableName>(table: T, id: string, patch: Update<T>): Promise<Row<T>>;
export function update<T extends TableName>(
  table: T,
  which: { readonly filter: Filter<T> },
  patch: Update<T>,
): Promise<number>;
export function update(table: string, which: Which, patch: AnyRow): Promise<unknown> {
  return mutate({ table, which, work: (known) => updateRows(table, known, patch), refresh: 'background' });
}

/**
 * Removes a row by its id, or those that a filter names; then the result is their number.
 *
 * @example
 * ```ts
 * import { remove } from '@service/data';
 *
 * await remove('todos', '01975e2b-4ed1-7f25-9c3a-0d6c6f7f3a11');
 * ```
 */
export function remove<T extends TableName>(table: T, id: string): Promise<void>;
export function remove<T extends TableName>(table: T, which: { readonly filter: Filter<T> }): Promise<number>;
export async function remove(table: string, which: Which): Promise<unknown> {
  const count = await mutate({ table, which, work: (known) => removeRows(table, known), refresh: 'background' });
  return typeof which === 'string' ? undefined : count;
}

export interface Aggregate {
  readonly op: 'count' | 'sum' | 'avg' | 'min' | 'max';
  readonly field?: string;
  readonly as?: string;
  readonly distinct?: boolean;
}

export interface AggregateOptions<T extends TableName> {
  readonly aggregates: readonly Aggregate[];
  /** Columns, or times by their day, week, month or year: `created_at:month`. */
  readonly group_by?: readonly string[];
  readonly filter?: Filter<T>;
  readonly search?: string;
  readonly order?: string;
  readonly limit?: number;
}

/**
 * Counts, sums, averages, least and greatest values over the rows that the caller may read, in groups.
 *
 * @example
 * ```ts
 * import { aggregate } from '@service/data';
 *
 * const perMonth = await aggregate('orders', {
 *   aggregates: [{ op: 'sum', field: 'amount', as: 'revenue' }],
 *   group_by: ['created_at:month'],
 * });
 * ```
 */
export async function aggregate<T extends TableName>(table: T, options: AggregateOptions<T>): Promise<AnyRow[]> {
  return (await reported(sendJson<{ data: AnyRow[] }>('POST', dataPath(table, 'aggregate'), options))).data;
}

/**
 * The address that streams every matching row as CSV or JSON. It asks for the public key, as every call of the API does:
 * fetch it with `Authorization: Bearer <getConfig().publicKey>`, or hand it to a server.
 *
 * @example
 * ```ts
 * import { exportUrl } from '@service/data';
 *
 * const address = exportUrl('todos', { format: 'csv', filter: { done: true } });
 * ```
 */
export function exportUrl<T extends TableName>(
  table: T,
  options: { readonly format?: 'csv' | 'json' } & Pick<QueryOptions<T>, 'select' | 'filter' | 'order' | 'search'> = {},
): string {
  const { format = 'csv', ...parameters } = options;
  return addressOf(listPath(dataPath(table, 'export'), { format, ...parametersOf(parameters) }));
}

/**
 * Has the queries on these tables read again, here and in other tabs; without names all of them.
 *
 * @example
 * ```ts
 * import { refresh } from '@service/data';
 *
 * await refresh('todos', 'lists');
 * ```
 */
export function refresh(...tables: TableName[]): Promise<void> {
  return tablesChanged(tables);
}
