import { type Static, Type } from 'typebox';
import { listingQuery, readListing } from '../../http/listing.ts';
import { type Answer, memberRoute, operatorRoute, type Route } from '../../http/route.ts';
import type { AuditScope, AuditStore } from './audit-store.ts';

const auditEntry = Type.Object({
  id: Type.String(),
  project_id: Type.Union([Type.String(), Type.Null()]),
  actor: Type.Object({
    kind: Type.Enum(['account', 'admin', 'service']),
    id: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
  }),
  action: Type.String(),
  target: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  via: Type.Union([Type.Enum(['cli', 'mcp']), Type.Null()], {
    description: 'The command line or MCP, as they say themselves.',
  }),
  ip: Type.Union([Type.String(), Type.Null()]),
  request_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
});

const responses = { 200: Type.Object({ data: Type.Array(auditEntry), count: Type.Integer() }) };

export function auditRoutes(store: AuditStore): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/audit',
      id: 'listProjectAudit',
      summary: 'Every change made to a project in the control plane, newest first',
      role: 'admin',
      query: listingQuery,
      responses,
      handle: ({ project, query }) => listAudit(store, { store: project.store }, query),
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/audit',
      id: 'listAudit',
      summary:
        'Changes in all projects and accounts: all of them for the admin token, else those the account made itself',
      query: listingQuery,
      responses,
      handle: ({ operator, query }) =>
        listAudit(store, operator.kind === 'admin' ? 'all' : { accountId: operator.accountId }, query),
    }),
  ];
}

async function listAudit(store: AuditStore, scope: AuditScope, query: Static<typeof listingQuery>): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'id', 'action'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const [rows, count] = await Promise.all([store.list(scope, listing), store.count(scope)]);
  const data = rows.map(({ store: _, actor_kind, actor_id, actor_email, details: text, ...row }) => {
    const { via = null, ...details } = JSON.parse(text) as Record<string, unknown>;
    return { ...row, actor: { kind: actor_kind, id: actor_id, email: actor_email }, details, via };
  });
  return { status: 200, body: { data, count } };
}
