import { memberRoute, type Route } from '../../http/index.ts';
import { requireTable } from './change-tables.ts';
import { slowListsAnswer } from './table-schemas.ts';
import type { TablesContext } from './tables-context.ts';

export function slowListRoutes(context: TablesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/slow-lists',
      id: 'listSlowListsOfProject',
      summary: 'Returns slow lists of all tables, each with the index that would make it fast',
      role: 'viewer',
      responses: { 200: slowListsAnswer },
      handle: async ({ project }) => {
        const { tables } = await context.cache.get(project.store);
        const data = [...tables.values()].flatMap((table) => context.slowLists.of(project.store, table));
        return { status: 200, body: { data, count: data.length } };
      },
    }),
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/tables/:name/slow-lists',
      id: 'listSlowLists',
      summary: 'Returns slow lists of the table, each with the index that would make it fast',
      role: 'viewer',
      responses: { 200: slowListsAnswer },
      handle: async ({ project, params }) => {
        const table = requireTable(await context.cache.get(project.store), params['name'] ?? '');
        const data = context.slowLists.of(project.store, table);
        return { status: 200, body: { data, count: data.length } };
      },
    }),
  ];
}
