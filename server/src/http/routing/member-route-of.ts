import { type TSchema, Type } from 'typebox';
import type { Caller, MemberRole, Operator, Project } from '../../callers/index.ts';
import { createQueryReader, refuseParameters, takeParameter } from '../requests/query-text.ts';
import { type MemberCall, memberRoute, type ProjectCall, type Route } from '../route.ts';

const CALLERS = '/api/baas/:project_id/';
const MEMBERS = '/api/cloud/projects/:project_id/';

const viewer = Type.Optional(
  Type.String({
    description: 'Answers as this caller would see it: `anonymous`, `user:<id>` or `role:<name>`.',
    examples: ['anonymous'],
  }),
);

/** Creates the caller whose view a member wants to see. Throws `validation_failed`. */
export type FindViewer = (project: Project, text: string) => Caller | Promise<Caller>;

export interface MemberRouteOptions {
  readonly role: MemberRole;
  readonly findViewer: FindViewer;
}

/** Members have the rights of a secret key or, on GET with `as`, those of another caller. */
export function memberRouteOf(
  route: Extract<Route, { who: 'caller' }>,
  { role, findViewer }: MemberRouteOptions,
): Route {
  const { keyless: _, rate: __, ignoresSession: ___, query, documentedQuery = query, handle, ...text } = route;
  const readQuery = readerOf(route);
  const takesViewer = route.method === 'GET';
  return memberRoute({
    ...text,
    path: route.path.replace(CALLERS, MEMBERS),
    id: `${route.id}AsMember`,
    role,
    documentedQuery: takesViewer ? withViewer(documentedQuery) : (documentedQuery ?? Type.Object({})),
    handle: async (call) => {
      const { value, rest } = takesViewer ? takeParameter(call.search, 'as') : { value: undefined, rest: call.search };
      const caller = value === undefined ? secretCaller(call.operator) : await findViewer(call.project, value);
      return await handle(projectCallOf(call, { caller, search: rest, query: readQuery(rest) }));
    },
  });
}

function readerOf({ query, documentedQuery }: Route): (search: string) => unknown {
  if (query !== undefined) return createQueryReader(query);
  return documentedQuery === undefined ? refuseParameters : () => undefined;
}

function withViewer(query: TSchema | undefined): TSchema {
  const properties = query !== undefined && 'properties' in query ? (query.properties as Record<string, TSchema>) : {};
  return Type.Object({ ...properties, as: viewer });
}

export function secretCaller(operator: Operator): Caller {
  return { kind: 'secret', id: operator.kind === 'admin' ? 'admin' : `account:${operator.accountId}` };
}

/** The rate limits of a project's callers do not apply to its members. */
function projectCallOf(
  call: MemberCall,
  { caller, search, query }: { readonly caller: Caller; readonly search: string; readonly query: unknown },
): ProjectCall {
  const { requestId, params, body, headers, raw, stream, project } = call;
  return {
    requestId,
    params,
    search,
    query,
    body,
    headers,
    raw,
    stream,
    project,
    caller,
    get ip() {
      return call.ip;
    },
    get isHttps() {
      return call.isHttps;
    },
    get signal() {
      return call.signal;
    },
    spend: () => undefined,
    countSigned: () => undefined,
    showQuota: () => undefined,
    noteRun: () => undefined,
  };
}
