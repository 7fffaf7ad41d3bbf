import { PAGE_ROWS } from '../floors/sql-job.ts';
import { bearer, type HttpRequest } from '../http-request.ts';
import { BENCH_COLUMNS, idOf } from '../rows.ts';
import type { Stage } from '../stage.ts';

export const OWNERS = [10, 100, 1_000, 10_000];

const ROWS = 100_000;
const COLUMNS = BENCH_COLUMNS.map((column) => (column.name === 'status' ? { ...column, indexed: true } : column));

export interface OwnedTable {
  readonly table: string;
  readonly owners: number;
  readonly read: 'authenticated' | 'owner';
}

/** Creates a table of 100,000 rows; those of the stage's owner are spread evenly among the others. */
export async function createOwnedTable(stage: Stage, { table, owners, read }: OwnedTable): Promise<void> {
  await stage.api.createTable(stage.project.id, { name: table, columns: COLUMNS, rules: { read } });
  const ownerOf = (number: number): string => (number % owners === 0 ? stage.ownerId : idOf(number % owners));
  await stage.api.importRows(stage.project.id, table, { from: 0, to: ROWS, cells: { owner_id: ownerOf } });
}

export function newestFirst({ project }: Stage, table: string, search: string, cookie?: string): HttpRequest {
  const path = `/api/baas/${project.id}/data/${table}?order=created_at:desc&limit=${PAGE_ROWS}&${search}`;
  return { method: 'GET', path, headers: { ...bearer(project.publicKey), ...(cookie !== undefined && { cookie }) } };
}
