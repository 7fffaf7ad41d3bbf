import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { useProject } from '../../shared/project/project-context.tsx';

const TABLES_MAX = 1000;
const OF_THE_SERVICE = ['auth.users', 'storage.files', 'inbox.messages'];

export function useTableChoices(): readonly string[] {
  const { id } = useProject();
  const query = useQuery({
    queryKey: [id, 'tables', 'names'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: id }, query: { summary: true, limit: TABLES_MAX, order: 'name' } };
      const tables = await dataOf(api.GET('/api/cloud/projects/{project_id}/tables', { params, signal }));
      return tables.map(({ name }) => name);
    },
  });
  return [...(query.data ?? []), ...OF_THE_SERVICE];
}
