import type { Table } from '../../database/schema/index.ts';
import { listingQuery } from '../../http/listing.ts';
import { type Answer, memberRoute, type Route } from '../../http/route.ts';
import { alterTable, createTable, deleteTable } from './change-tables.ts';
import type { TablesContext } from './context.ts';
import { getTable, listTables } from './list-tables.ts';
import { presentTable } from './present-table.ts';
import { alterTableBody, createTableBody, tableAnswer, tablesAnswer } from './table-schemas.ts';

const TABLES = '/api/cloud/projects/:project_id/tables';
const TABLE = `${TABLES}/:name`;

export function tableRoutes(context: TablesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: TABLES,
      id: 'listTables',
      summary: 'The tables of a project',
      role: 'viewer',
      query: listingQuery,
      responses: { 200: tablesAnswer },
      handle: ({ project, query }) => listTables(context, project, query),
    }),
    memberRoute({
      method: 'POST',
      path: TABLES,
      id: 'createTable',
      summary: 'Make a table',
      role: 'editor',
      body: createTableBody,
      responses: { 201: tableAnswer },
      handle: async (call) => shown(201, await createTable(context, call.project, call, call.body)),
    }),
    memberRoute({
      method: 'GET',
      path: TABLE,
      id: 'getTable',
      summary: 'One table with the number of its rows',
      role: 'viewer',
      responses: { 200: tableAnswer },
      handle: ({ project, params }) => getTable(context, project, params['name'] ?? ''),
    }),
    memberRoute({
      method: 'PATCH',
      path: TABLE,
      id: 'alterTable',
      summary: 'Rename a table, change its columns and its rules: all of it or nothing',
      role: 'editor',
      body: alterTableBody,
      responses: { 200: tableAnswer },
      handle: async (call) =>
        shown(
          200,
          await alterTable(context, { project: call.project, name: call.params['name'] ?? '' }, call, call.body),
        ),
    }),
    memberRoute({
      method: 'DELETE',
      path: TABLE,
      id: 'deleteTable',
      summary: 'Delete a table with all its rows',
      role: 'editor',
      responses: { 200: tableAnswer },
      handle: async (call) =>
        shown(200, await deleteTable(context, { project: call.project, name: call.params['name'] ?? '' }, call)),
    }),
  ];
}

function shown(status: number, table: Table): Answer {
  return { status, body: { data: presentTable(table), count: 1 } };
}
