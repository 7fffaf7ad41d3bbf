import { type AnyRow, dataPath, filterText, sendJson } from '@service/client/internal';
import type { RowSelector } from '../cache/change.ts';

/** The answer has no row if the caller may write but not read; then only the sent values are known. */
interface WriteAnswer {
  readonly data?: AnyRow;
  readonly count: number;
}

export async function insertRows(table: string, row: AnyRow | readonly AnyRow[]): Promise<AnyRow> {
  if (Array.isArray(row) && row.length === 0) return [];
  const { data } = await sendJson<WriteAnswer>('POST', dataPath(table), row);
  return data ?? row;
}

export async function updateRows(table: string, which: RowSelector, patch: AnyRow): Promise<AnyRow | number> {
  const { data, count } = await sendJson<WriteAnswer>('PATCH', pathOf(table, which), patch);
  return typeof which === 'string' ? (data ?? { ...patch, id: which }) : count;
}

export async function upsertRow(table: string, row: AnyRow, on: string): Promise<AnyRow> {
  const search = new URLSearchParams({ on_conflict: on });
  const { data } = await sendJson<WriteAnswer>('POST', `${dataPath(table)}?${search}`, row);
  return data ?? row;
}

export async function removeRows(table: string, which: RowSelector): Promise<number | undefined> {
  const { count } = await sendJson<WriteAnswer>('DELETE', pathOf(table, which), undefined);
  return typeof which === 'string' ? undefined : count;
}

function pathOf(table: string, which: RowSelector): string {
  if (typeof which === 'string') return dataPath(table, which);
  return `${dataPath(table)}?${new URLSearchParams({ filter: filterText(which.filter), return: 'minimal' })}`;
}
