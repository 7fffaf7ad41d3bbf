import type { Api } from '../../api/api.ts';
import { path } from '../../api/path.ts';
import { loadOrder } from './load-order.ts';
import type { Source, SourceRow, SourceTable } from './source.ts';
import type { Uploads } from './uploads.ts';

const TOLD_MAX = 50;

interface Loading {
  readonly api: Api;
  readonly base: string;
  readonly source: Source;
  readonly uploads: Uploads;
  note(text: string): void;
}

interface Report {
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  readonly errors: readonly { readonly line: number; readonly message: string; readonly field?: string }[];
}

/** Where tables refer to each other or to themselves, fills the columns that close the circle once all rows exist. */
export async function loadRows(loading: Loading) {
  const counts = { done: 0, failed: 0 };
  const { order, later } = loadOrder(loading.source.tables);
  for (const table of order) {
    const columns = later.get(table.name) ?? [];
    const { inserted, failed } = await send(loading, table, 'insert', linesOf(loading, table, columns));
    counts.done += inserted;
    counts.failed += failed;
    loading.note(`Rows imported into ${table.name}: ${inserted}${failed > 0 ? `, refused: ${failed}` : ''}.`);
  }
  for (const table of order) {
    const columns = later.get(table.name) ?? [];
    if (columns.length === 0) continue;
    const { failed } = await send(loading, table, 'upsert', linesOfReferences(table, columns));
    counts.failed += failed;
  }
  return counts;
}

async function* linesOf(
  { uploads }: Loading,
  table: SourceTable,
  without: readonly string[],
): AsyncGenerator<Uint8Array> {
  for await (const row of table.rows()) {
    const nulls = Object.fromEntries(without.map((name) => [name, null]));
    yield lineOf({ ...(await uploads.inRow(row)), ...nulls });
  }
}

async function* linesOfReferences(table: SourceTable, columns: readonly string[]): AsyncGenerator<Uint8Array> {
  for await (const row of table.rows()) {
    const filled = columns.filter((name) => row[name] !== null && row[name] !== undefined);
    if (filled.length > 0)
      yield lineOf({ id: row['id'], ...Object.fromEntries(filled.map((name) => [name, row[name]])) });
  }
}

function lineOf(row: SourceRow): Uint8Array {
  return Buffer.from(`${JSON.stringify(row)}\n`);
}

async function send(
  { api, base, source }: Loading,
  { name }: SourceTable,
  mode: 'insert' | 'upsert',
  bytes: AsyncIterable<Uint8Array>,
): Promise<Report> {
  const { data } = await api.call<Report>(`${base}${path`/tables/${name}/import`}`, {
    method: 'POST',
    query: { format: 'ndjson', mode, ...(mode === 'upsert' && { on: 'id' }) },
    body: { type: 'application/x-ndjson', bytes },
  });
  const told = data.errors.slice(0, TOLD_MAX);
  for (const { line, field, message } of told) {
    source.leftOut.push({
      kind: 'row',
      name: `${name} ${line}`,
      reason: field === undefined ? message : `${field} ${message}`,
    });
  }
  if (data.failed > told.length) {
    source.leftOut.push({ kind: 'row', name, reason: `${data.failed - told.length} more rows were refused.` });
  }
  return data;
}
