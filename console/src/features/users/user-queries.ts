import { queryOptions } from '@tanstack/react-query';
import { answerOf, api, dataOf } from '../../shared/api/client.ts';
import type { ListData } from '../../shared/list/list-data.ts';
import type { ListQuery } from '../../shared/list/list-page.tsx';
import type { ListSearch } from '../../shared/list/list-search.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string | null;
  readonly role: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly mfa_enabled: boolean;
  readonly disabled: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly last_sign_in_at: string | null;
}

export function usersQuery(project: string, { text, limit, offset, order }: ListSearch): ListQuery<ListData<User>> {
  const query = { limit, offset, ...(order !== undefined && { order }), ...(text !== undefined && { search: text }) };
  return {
    queryKey: [project, 'users', 'list', query],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/cloud/projects/{project_id}/users', { params: { path: { project_id: project }, query }, signal }),
      ),
  };
}

export function userQuery(project: string, user: string) {
  const path = { project_id: project, user_id: user };
  return queryOptions({
    queryKey: [project, 'users', 'one', user],
    queryFn: ({ signal }): Promise<User> =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/users/{user_id}', { params: { path }, signal })),
  });
}

export function userSessionsQuery(project: string, user: string) {
  const path = { project_id: project, user_id: user };
  return queryOptions({
    queryKey: [project, 'users', 'sessions', user],
    queryFn: ({ signal }) =>
      dataOf(api.GET('/api/cloud/projects/{project_id}/users/{user_id}/sessions', { params: { path }, signal })),
  });
}
