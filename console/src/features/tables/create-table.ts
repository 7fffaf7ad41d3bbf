import { api, dataOf } from '../../shared/api/client.ts';
import { createRowsApi } from './grid/rows-api.ts';
import { columnOf, namedColumns } from './new-column.ts';
import type { NewTableDraft } from './new-table-draft.ts';
import { PRESETS } from './presets.ts';
import type { TableSample } from './table-sample.ts';

export async function createTable(
  project: string,
  { name, preset, columns }: NewTableDraft,
  rows: TableSample['rows'],
): Promise<string> {
  const rules = PRESETS[preset]?.rules;
  const body = { name: name.trim(), columns: namedColumns(columns).map(columnOf), ...(rules && { rules }) };
  const params = { path: { project_id: project } };
  const table = await dataOf(api.POST('/api/cloud/projects/{project_id}/tables', { params, body }));
  const names = new Set(body.columns.map((column) => column.name));
  await insertSample({ project, table: table.name, names }, rows);
  return table.name;
}

interface SampleTarget {
  readonly project: string;
  readonly table: string;
  readonly names: ReadonlySet<string>;
}

async function insertSample({ project, table, names }: SampleTarget, rows: TableSample['rows']): Promise<void> {
  const items = rows.map((row) => ({
    op: 'insert' as const,
    data: Object.fromEntries(Object.entries(row).filter(([name, value]) => names.has(name) && value !== null)),
  }));
  await createRowsApi(project, table).batch(items);
}
