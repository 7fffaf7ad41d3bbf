import { useQuery } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';
import { useProject } from '../../shared/project/project-context.tsx';

const FUNCTIONS_MAX = 1000;

export function useFunctionChoices(): readonly string[] {
  const { id } = useProject();
  const query = useQuery({
    queryKey: [id, 'functions', 'receivers'],
    queryFn: async ({ signal }) => {
      const params = { path: { project_id: id }, query: { limit: FUNCTIONS_MAX, order: 'name' } };
      const all = await dataOf(api.GET('/api/cloud/projects/{project_id}/functions', { params, signal }));
      return all.filter(({ trigger }) => trigger === 'webhook').map(({ name }) => name);
    },
  });
  return query.data ?? [];
}
