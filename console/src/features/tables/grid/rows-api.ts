import { answerOf, api, dataOf } from '../../../shared/api/client.ts';

export interface GridRow {
  readonly id: string;
  readonly [column: string]: unknown;
}

export type RowValues = Readonly<Record<string, unknown>>;

export type BatchItem =
  | { readonly op: 'insert'; readonly data: RowValues }
  | { readonly op: 'update'; readonly id: string; readonly data: RowValues }
  | { readonly op: 'delete'; readonly id: string };

const BATCH_MAX = 100;

export interface RowsApi {
  /** Undefined if another user has changed or deleted the row since it was read. */
  change(row: GridRow, values: RowValues): Promise<GridRow | undefined>;
  get(id: string): Promise<GridRow>;
  insert(values: RowValues): Promise<GridRow>;
  /** Each hundred items succeed or fail together. Each item's result is its row; for a deletion, the deleted row. */
  batch(items: readonly BatchItem[]): Promise<readonly GridRow[]>;
  deleteMatching(filter: string | undefined): Promise<number>;
}

export function createRowsApi(project: string, table: string): RowsApi {
  const path = { project_id: project, table };
  return {
    async change(row, values) {
      const filter = `id:eq:${row.id},updated_at:eq:${String(row['updated_at'])}`;
      const answer = await answerOf(
        api.PATCH('/api/cloud/projects/{project_id}/data/{table}', {
          params: { path, query: { filter } },
          body: values,
        }),
      );
      return rowsOf(answer)[0];
    },
    get: async (id) =>
      (await dataOf(
        api.GET('/api/cloud/projects/{project_id}/data/{table}/{id}', { params: { path: { ...path, id } } }),
      )) as unknown as GridRow,
    insert: async (values) =>
      rowsOf(
        await answerOf(api.POST('/api/cloud/projects/{project_id}/data/{table}', { params: { path }, body: values })),
      )[0] as GridRow,
    async batch(items) {
      const results: GridRow[] = [];
      for (let start = 0; start < items.length; start += BATCH_MAX) {
        const body = { items: items.slice(start, start + BATCH_MAX) };
        const answer = await answerOf(
          api.POST('/api/cloud/projects/{project_id}/data/{table}/batch', { params: { path }, body }),
        );
        results.push(...rowsOf(answer));
      }
      return results;
    },
    async deleteMatching(filter) {
      const query = { ...(filter === undefined ? { all: 'true' as const } : { filter }), return: 'minimal' as const };
      const answer = await answerOf(
        api.DELETE('/api/cloud/projects/{project_id}/data/{table}', { params: { path, query } }),
      );
      return (answer as { readonly count: number }).count;
    },
  };
}

/** A write answers with a row, with rows, or only with their number. */
function rowsOf(answer: object): readonly GridRow[] {
  const { data } = answer as { readonly data?: GridRow | readonly GridRow[] };
  if (data === undefined) return [];
  return Array.isArray(data) ? data : [data as GridRow];
}
