import { searchText } from '../../../shared/address/search-text.ts';
import { ApiFailure } from '../../../shared/api/api-failure.ts';
import { sessionFetch } from '../../../shared/api/session-fetch.ts';

export interface ImportReport {
  readonly rows: number;
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  readonly dry_run: boolean;
  readonly errors: readonly {
    readonly line: number;
    readonly code: string;
    readonly message: string;
    readonly field?: string;
  }[];
}

export interface ImportAsked {
  readonly project: string;
  readonly table: string;
  readonly file: File;
  readonly mode: string;
  /** Target column for each column of a CSV file, `-` to skip it; undefined if the names already match. */
  readonly columns: readonly string[] | undefined;
  readonly isTrial: boolean;
}

export function isCsv({ name, type }: File): boolean {
  return name.toLowerCase().endsWith('.csv') || type === 'text/csv';
}

export async function importFile({ project, table, file, mode, columns, isTrial }: ImportAsked): Promise<ImportReport> {
  const format = isCsv(file) ? 'csv' : 'json';
  const query = searchText({
    format,
    mode,
    dry_run: String(isTrial),
    ...(columns !== undefined && { columns: columns.join(',') }),
  });
  const request = new Request(`/api/cloud/projects/${project}/tables/${table}/import${query}`, {
    method: 'POST',
    headers: { 'Content-Type': format === 'csv' ? 'text/csv' : 'application/json' },
    body: file,
  });
  const answer = await sessionFetch(request);
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new ApiFailure(answer.status, body);
  return body.data;
}
