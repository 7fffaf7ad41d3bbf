import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';
import type { Rules } from './column-types.ts';
import type { TableInfo } from './table-types.ts';

export interface TableSummary {
  readonly name: string;
  readonly columns: number;
  readonly row_count: number;
  readonly rules: Rules;
  readonly updated_at: string;
}

const NAMES_MAX = 1000;

export function tablesQuery(
  project: string,
  { text, limit, offset, order = 'name' }: ListSearch,
): ListQuery<ListData<TableSummary>> {
  const query = { summary: true, limit, offset, order, ...(text !== undefined && { search: text }) };
  return {
    queryKey: [project, 'tables', 'list', query],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query };
      const answer = await answerOf(api.GET('/api/cloud/projects/{project_id}/tables', { params, signal }));
      // With `summary`, the API returns summaries.
      return answer as ListData<TableSummary>;
    },
  };
}

export function tableNamesQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'names'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: project }, query: { summary: true, limit: NAMES_MAX, order: 'name' } };
      const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params, signal }));
      return tables.map(({ name }) => name);
    },
  });
}

export function tableQuery(project: string, name: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'one', name],
    queryFn: ({ signal }): Promise<TableInfo> =>
      dataOf(
        api.GET('/api/cloud/projects/{project_id}/tables/{name}', {
          params: { path: { project_id: project, name } },
          signal,
        }),
      ),
  });
}
