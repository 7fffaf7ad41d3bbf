import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../../shared/api/client.ts';

export interface Handler {
  readonly name: string;
  readonly trigger: string;
  readonly enabled: boolean;
  readonly stats?: { readonly runs: number; readonly failed: number; readonly last_run: string | null };
}

const PAGE = 1000;

export function handlersQuery(project: string) {
  const query = { limit: PAGE, order: 'name', stats: true, handlers: true };
  const params = { path: { project_id: project }, query };
  return queryOptions({
    queryKey: [project, 'functions', 'handlers'],
    queryFn: async ({ signal }): Promise<readonly Handler[]> => {
      const functions = await dataOf(api.GET('/api/cloud/projects/{project_id}/functions', { params, signal }));
      return functions.filter(({ trigger }) => trigger === 'webhook');
    },
  });
}

export function addressOf(baseUrl: string, { name }: Handler): string {
  return name.startsWith('webhook/')
    ? `${baseUrl}/${name}`
    : `${baseUrl}/functions/${encodeURIComponent(name)}/webhook`;
}
