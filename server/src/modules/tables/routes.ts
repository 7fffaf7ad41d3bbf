import type { Table } from '../../database/schema/index.ts';
import { type Answer, type MemberCall, memberRoute, type Route, readIfMatch } from '../../http/index.ts';
import { adviceFor, withAdvice } from './advice.ts';
import { alterTable } from './alter-table.ts';
import { acceptedAnswer, changeRoutes } from './change-routes.ts';
import { createTable, deleteTable, type TableAt } from './change-tables.ts';
import { changeAnswer } from './changes/present-change.ts';
import { checkSearchIndex, searchCheckAnswer, searchCheckQuery } from './check-search-index.ts';
import { getTable, listTables, tablesQuery } from './list-tables.ts';
import { presentTable } from './present-table.ts';
import { previewAlter } from './preview-alter.ts';
import type { RulesInput } from './read-rules.ts';
import { slowListRoutes } from './slow-list-routes.ts';
import {
  alteredAnswer,
  alterQuery,
  alterTableBody,
  createTableBody,
  tableAnswer,
  tablesAnswer,
} from './table-schemas.ts';
import type { TablesContext } from './tables-context.ts';
import { testRule, testRuleAnswer, testRuleBody } from './test-rule.ts';

const TABLES = '/api/cloud/projects/:project_id/tables';
const TABLE = `${TABLES}/:name`;

export function tableRoutes(context: TablesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: TABLES,
      id: 'listTables',
      summary: 'Lists the tables',
      role: 'viewer',
      query: tablesQuery,
      responses: { 200: tablesAnswer },
      handle: ({ project, query }) => listTables(context, project, query),
    }),
    memberRoute({
      method: 'POST',
      path: TABLES,
      id: 'createTable',
      summary: 'Creates a table',
      role: 'editor',
      body: createTableBody,
      responses: { 201: tableAnswer },
      handle: async (call) => shown(201, await createTable(context, call.project, call, call.body), call.body.rules),
    }),
    memberRoute({
      method: 'GET',
      path: TABLE,
      id: 'getTable',
      summary: 'Returns a table with the number of its rows',
      role: 'viewer',
      responses: { 200: tableAnswer },
      handle: ({ project, params }) => getTable(context, project, params['name'] ?? ''),
    }),
    memberRoute({
      method: 'PATCH',
      path: TABLE,
      id: 'alterTable',
      summary: 'Renames a table and changes its columns and rules, all or nothing',
      role: 'editor',
      query: alterQuery,
      body: alterTableBody,
      responses: { 200: alteredAnswer, 202: changeAnswer },
      handle: async (call) => {
        const at = tableAt(call);
        if (call.query.dry_run === true) return await previewAlter(context, at, call.body);
        const altered = await alterTable(context, at, call, call.body);
        if ('change' in altered) return await acceptedAnswer(context, call.project, altered.change);
        return shown(200, altered.table, call.body.rules);
      },
    }),
    memberRoute({
      method: 'DELETE',
      path: TABLE,
      id: 'deleteTable',
      summary: 'Deletes a table with all its rows',
      role: 'editor',
      responses: { 200: tableAnswer },
      handle: async (call) => shown(200, await deleteTable(context, tableAt(call), call)),
    }),
    ...changeRoutes(context),
    ...slowListRoutes(context),
    memberRoute({
      method: 'GET',
      path: `${TABLE}/search-check`,
      id: 'checkSearchIndex',
      summary: 'Compares the search index with the rows, for a few seconds at a time',
      role: 'editor',
      query: searchCheckQuery,
      responses: { 200: searchCheckAnswer },
      handle: ({ project, params, query }) => checkSearchIndex(context, { project, name: params['name'] ?? '' }, query),
    }),
    memberRoute({
      method: 'POST',
      path: `${TABLE}/rules/test`,
      id: 'testRule',
      summary: 'Tests a rule for a user or a visitor',
      role: 'viewer',
      body: testRuleBody,
      responses: { 200: testRuleAnswer },
      handle: ({ project, params, body }) => testRule(context, { project, name: params['name'] ?? '' }, body),
    }),
  ];
}

function tableAt({ project, params, headers }: MemberCall): TableAt {
  return { project, name: params['name'] ?? '', seen: readIfMatch(headers) };
}

function shown(status: number, table: Table, rules?: RulesInput): Answer {
  return { status, body: withAdvice({ data: presentTable(table), count: 1 }, adviceFor(table, rules)) };
}
