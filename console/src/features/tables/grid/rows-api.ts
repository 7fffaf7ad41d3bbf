import { answerOf, api, dataOf } from '../../../shared/api/client.ts';

/** One row as the API gives it. */
export interface GridRow {
  readonly id: string;
  readonly [column: string]: unknown;
}

export type RowValues = Readonly<Record<string, unknown>>;

export type BatchItem =
  | { readonly op: 'insert'; readonly data: RowValues }
  | { readonly op: 'update'; readonly id: string; readonly data: RowValues }
  | { readonly op: 'delete'; readonly id: string };

/** The most items of one batch. */
const BATCH_MAX = 100;

/** The rows of one table of one project, for the session of the console. */
export interface RowsApi {
  /** Only while the row is as it was read: undefined when somebody has changed or deleted it meanwhile. */
  change(row: GridRow, values: RowValues): Promise<GridRow | undefined>;
  get(id: string): Promise<GridRow>;
  insert(values: RowValues): Promise<GridRow>;
  /** All or nothing for every hundred items. The result of an item is its row, for a deletion as it was. */
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
          params: { path, query: { filter } as never },
          body: values as never,
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
        await answerOf(
          api.POST('/api/cloud/projects/{project_id}/data/{table}', { params: { path }, body: values as never }),
        ),
      )[0] as GridRow,
    async batch(items) {
      const results: GridRow[] = [];
      for (let start = 0; start < items.length; start += BATCH_MAX) {
        const body = { items: items.slice(start, start + BATCH_MAX) };
        const answer = await answerOf(
          api.POST('/api/cloud/projects/{project_id}/data/{table}/batch', { params: { path }, body: body as never }),
        );
        results.push(...rowsOf(answer));
      }
      return results;
    },
    async deleteMatching(filter) {
      const query = { ...(filter === undefined ? { all: true } : { filter }), return: 'minimal' };
      const answer = await answerOf(
        api.DELETE('/api/cloud/projects/{project_id}/data/{table}', { params: { path, query: query as never } }),
      );
      return (answer as { readonly count: number }).count;
    },
  };
}

/** A write answers with one row, with rows, or with their number alone. */
function rowsOf(answer: object): readonly GridRow[] {
  const { data } = answer as { readonly data?: GridRow | readonly GridRow[] };
  if (data === undefined) return [];
  return Array.isArray(data) ? data : [data as GridRow];
}
