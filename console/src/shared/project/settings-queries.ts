import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../api/client.ts';

export function settingsQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'settings'],
    queryFn: ({ signal }) =>
      dataOf(
        api.GET('/api/cloud/projects/{project_id}/settings', { params: { path: { project_id: project } }, signal }),
      ),
  });
}

export type Settings = Awaited<ReturnType<NonNullable<ReturnType<typeof settingsQuery>['queryFn']>>> & object;

export async function changeSettings(project: string, changes: object): Promise<void> {
  const params = { path: { project_id: project } };
  await answerOf(api.PATCH('/api/cloud/projects/{project_id}/settings', { params, body: changes }));
}
