import { queryOptions } from '@tanstack/react-query';
import { answerOf, api } from '../../../shared/api/client.ts';
import type { KnownTable } from './known-tables.ts';
import type { FunctionProject } from './language-service.ts';

/** More tables than this are not declared to the checker, which then accepts any name. */
const TABLES_MAX = 1000;

export function projectTypesQuery(project: string) {
  return queryOptions({
    queryKey: [project, 'tables', 'types'],
    queryFn: async ({ signal }): Promise<Omit<FunctionProject, 'trigger'>> => {
      const path = { project_id: project };
      const [types, tables] = await Promise.all([
        answerOf(api.GET('/api/cloud/projects/{project_id}/types.ts', { params: { path }, parseAs: 'text', signal })),
        answerOf(
          api.GET('/api/cloud/projects/{project_id}/tables', {
            params: { path, query: { limit: TABLES_MAX, order: 'name' } },
            signal,
          }),
        ),
      ]);
      return {
        types: String(types),
        tables: tables.data as readonly KnownTable[],
        isComplete: tables.count <= TABLES_MAX,
      };
    },
  });
}
