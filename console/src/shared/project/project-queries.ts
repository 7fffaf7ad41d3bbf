import { queryOptions } from '@tanstack/react-query';
import { api, dataOf } from '../api/client.ts';
import type { CurrentProject } from './project-context.tsx';
import type { Role } from './roles.ts';

export function projectQuery(id: string) {
  return queryOptions({
    queryKey: [id, 'project'],
    queryFn: async ({ signal }): Promise<CurrentProject> => {
      const project = await dataOf(
        api.GET('/api/cloud/projects/{project_id}', { params: { path: { project_id: id } }, signal }),
      );
      return {
        id: project.id,
        name: project.name,
        plan: project.plan,
        publicKey: project.public_key,
        baseUrl: project.base_url,
        appUrl: project.app_url,
        allowedOrigins: project.allowed_origins,
        role: roleOf(project),
      };
    },
  });
}

/** The member's role. A caller who manages the installation with a token has none and may do everything. */
function roleOf(project: object): Role {
  const { role } = project as { readonly role?: Role | null };
  return role ?? 'owner';
}
