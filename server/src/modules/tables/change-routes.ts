import { type Static, Type } from 'typebox';
import type { Project } from '../../callers/index.ts';
import { type Answer, listingQuery, type MemberCall, memberRoute, type Route, readListing } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { changeAnswer, changesAnswer, presentWithProgress } from './changes/present-change.ts';
import type { TableChange } from './changes/table-change.ts';
import { recordChange } from './record-change.ts';
import type { TablesContext } from './tables-context.ts';

const CHANGES = '/api/cloud/projects/:project_id/table-changes';
const CANCEL_WAIT_MS = 2_000;

const changesQuery = Type.Object({
  ...listingQuery.properties,
  table: Type.Optional(Type.String({ maxLength: 200, description: 'The name that the table had at the time.' })),
});

export function changeRoutes(context: TablesContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: CHANGES,
      id: 'listTableChanges',
      summary: 'Lists changes of large tables in progress and those of the last 7 days, newest first',
      role: 'viewer',
      query: changesQuery,
      responses: { 200: changesAnswer },
      handle: (call) => listChanges(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: `${CHANGES}/:change_id`,
      id: 'getTableChange',
      summary: 'Returns the progress of a change of a large table',
      role: 'viewer',
      responses: { 200: changeAnswer },
      handle: async ({ project, params }) => shown(context, project, await requireChange(context, project, params)),
    }),
    memberRoute({
      method: 'DELETE',
      path: `${CHANGES}/:change_id`,
      id: 'cancelTableChange',
      summary: 'Cancels a change of a large table, which leaves the table unchanged',
      role: 'editor',
      responses: { 200: changeAnswer },
      handle: (call) => cancelChange(context, call),
    }),
  ];
}

async function listChanges(
  context: TablesContext,
  { project, query }: MemberCall<Static<typeof changesQuery>>,
): Promise<Answer> {
  const { limit, offset, order } = readListing(query, {
    fields: ['id', 'created_at'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
    timeOfTieBreaker: 'created_at',
  });
  const page = { limit, offset, direction: order[0]?.direction ?? 'desc' };
  const { changes, count } = await context.tableChanges.list(project.store, { table: query.table }, page);
  const data: object[] = [];
  for (const change of changes) data.push(await presentWithProgress(context, project, change));
  return { status: 200, body: { data, count } };
}

async function cancelChange(context: TablesContext, { project, params, ...author }: MemberCall): Promise<Answer> {
  const change = await requireChange(context, project, params);
  if (!(await context.tableChanges.cancel(project.store, change.id))) {
    throw new ServiceError('conflict', 'The change has ended already.', { details: { state: change.state } });
  }
  const entry = { project, action: 'table.change.cancel', target: change.table, details: { change: change.id } };
  await recordChange(context, author, entry);
  const ended = await context.tableChanges.settle(project.store, change.id, CANCEL_WAIT_MS);
  return await shown(context, project, ended ?? change);
}

async function requireChange(
  { tableChanges }: TablesContext,
  { store }: Project,
  params: MemberCall['params'],
): Promise<TableChange> {
  const id = parseUuid(params['change_id'] ?? '');
  const change = id === undefined ? undefined : await tableChanges.find(store, id);
  if (change === undefined) throw new ServiceError('not_found', 'There is no such change.');
  return change;
}

async function shown(context: TablesContext, project: Project, change: TableChange): Promise<Answer> {
  return { status: 200, body: { data: await presentWithProgress(context, project, change), count: 1 } };
}

export async function acceptedAnswer(context: TablesContext, project: Project, change: TableChange): Promise<Answer> {
  return { ...(await shown(context, project, change)), status: 202 };
}
