import type { QueryClient } from '@tanstack/react-query';
import { ApiFailure } from '../../shared/api/api-failure.ts';
import { api, dataOf } from '../../shared/api/client.ts';

const ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * The id of the user with exactly this address. A text that is an id is returned unchanged. Throws `ApiFailure` when
 * there is none.
 */
export async function findUserId(client: QueryClient, project: string, email: string): Promise<string> {
  const wanted = email.trim().toLowerCase();
  if (ID.test(wanted)) return wanted;
  const found = await client.fetchQuery({
    queryKey: [project, 'users', 'by-email', wanted],
    queryFn: ({ signal }) => {
      const params = { path: { project_id: project }, query: { search: wanted, limit: 20 } };
      return dataOf(api.GET('/api/cloud/projects/{project_id}/users', { params, signal }));
    },
  });
  const user = found.find((one) => one.email === wanted);
  if (user !== undefined) return user.id;
  throw new ApiFailure(400, {
    error: 'No user of this project has this address.',
    code: 'validation_failed',
    details: { fields: { user: 'is the address of no user of this project' } },
  });
}
