import { type Static, Type } from 'typebox';
import { type Answer, listingQuery, memberRoute, operatorRoute, type Route, readListing } from '../../http/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requireInstant } from '../../platform/instant.ts';
import type { AuditFilter, AuditScope, AuditStore } from './audit-store.ts';

const auditEntry = Type.Object({
  id: Type.String(),
  project_id: Type.Union([Type.String(), Type.Null()]),
  actor: Type.Object({
    kind: Type.Enum(['account', 'admin', 'service', 'user', 'key', 'anonymous'], {
      description: '`user`: a user of the app; `key`: a secret key; `anonymous`: a caller without credentials.',
    }),
    id: Type.Union([Type.String(), Type.Null()]),
    email: Type.Union([Type.String(), Type.Null()]),
  }),
  action: Type.String(),
  target: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  via: Type.Union([Type.Enum(['cli', 'mcp']), Type.Null()], {
    description: 'The client as it names itself: the command line or MCP.',
  }),
  ip: Type.Union([Type.String(), Type.Null()]),
  request_id: Type.Union([Type.String(), Type.Null()]),
  created_at: Type.String({ format: 'date-time' }),
});

export const auditResponses = { 200: Type.Object({ data: Type.Array(auditEntry), count: Type.Integer() }) };

const part = (description: string) => Type.Optional(Type.String({ maxLength: 200, description }));

export const auditQuery = Type.Object({
  ...listingQuery.properties,
  actor: part('Part of an account’s address, its whole id, `admin` or `service`.'),
  action: part('Part of the action, such as `table.`; `*` matches any characters.'),
  target: part('Part of the name of what was changed.'),
  since: Type.Optional(Type.String({ description: 'ISO 8601 time, inclusive.' })),
  until: Type.Optional(Type.String({ description: 'ISO 8601 time, exclusive.' })),
});

export type AuditQuery = Static<typeof auditQuery>;

export function auditRoutes(store: AuditStore, writeNotes: () => Promise<void>): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: '/api/cloud/projects/:project_id/audit',
      id: 'listProjectAudit',
      summary: 'Lists changes of the project by members, failed sign-ins, refused access and exports, newest first',
      role: 'admin',
      query: auditQuery,
      responses: auditResponses,
      handle: async ({ project, query }) => {
        await writeNotes();
        return await listAudit(store, { store: project.store }, query);
      },
    }),
    operatorRoute({
      method: 'GET',
      path: '/api/cloud/audit',
      id: 'listAudit',
      summary: 'Lists changes in all projects and accounts: all for the admin token, otherwise the account’s own',
      query: auditQuery,
      responses: auditResponses,
      handle: async ({ operator, query }) => {
        // This list would exceed the token's projects and role. The log of each project checks both.
        if (operator.kind === 'account' && operator.scope !== undefined) {
          throw new ServiceError('forbidden', 'A limited token reads the audit log of one project at a time.');
        }
        await writeNotes();
        return await listAudit(store, operator.kind === 'admin' ? 'all' : { accountId: operator.accountId }, query);
      },
    }),
  ];
}

function filterOf({ actor, action, target, since, until }: AuditQuery): AuditFilter {
  return {
    actor: textOf(actor),
    action: textOf(action),
    target: textOf(target),
    since: since === undefined ? undefined : isoTime(requireInstant(since, 'since')),
    until: until === undefined ? undefined : isoTime(requireInstant(until, 'until')),
  };
}

function textOf(parameter: string | undefined): string | undefined {
  return parameter?.trim() || undefined;
}

export async function listAudit(store: AuditStore, scope: AuditScope, query: AuditQuery): Promise<Answer> {
  const listing = readListing(query, {
    fields: ['created_at', 'id', 'action'],
    otherwise: { field: 'id', direction: 'desc' },
    tieBreaker: 'id',
  });
  const filter = filterOf(query);
  const [rows, count] = await Promise.all([store.list(scope, filter, listing), store.count(scope, filter)]);
  const data = rows.map(({ store: _, actor_kind, actor_id, actor_email, details: text, ...row }) => {
    const { via = null, ...details } = JSON.parse(text) as Record<string, unknown>;
    return { ...row, actor: { kind: actor_kind, id: actor_id, email: actor_email }, details, via };
  });
  return { status: 200, body: { data, count } };
}
