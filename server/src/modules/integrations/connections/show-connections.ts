import type { Project } from '../../../callers/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { type Connection, INTEGRATION_KINDS, type IntegrationKind } from '../providers/connection.ts';

export function requireKind({ params }: Pick<MemberCall, 'params'>): IntegrationKind {
  const kind = INTEGRATION_KINDS.find((known) => known === params['kind']);
  if (kind === undefined) throw new ServiceError('not_found', `There is ${INTEGRATION_KINDS.join(', ')} to connect.`);
  return kind;
}

export async function listConnections(context: IntegrationsContext, { project }: MemberCall): Promise<Answer> {
  const all = await context.connections.all(project.store);
  const data = INTEGRATION_KINDS.map((kind) => {
    const connection = all.find((each) => each.kind === kind);
    return connection === undefined ? { kind, connected: false } : shown(context, project, connection);
  });
  return { status: 200, body: { data, count: data.length } };
}

export async function showConnection(context: IntegrationsContext, call: MemberCall): Promise<Answer> {
  const kind = requireKind(call);
  const connection = await context.connections.find(call.project.store, kind);
  if (connection === undefined) throw new ServiceError('not_found', `There is no connection for ${kind}.`);
  return { status: 200, body: { data: shown(context, call.project, connection), count: 1 } };
}

export function shown(
  { providers }: Pick<IntegrationsContext, 'providers'>,
  project: Project,
  { kind, provider, options, credentials, createdAt, updatedAt }: Connection,
): object {
  const connected = providers[kind].find(({ name }) => name === provider);
  const kept = Object.keys(credentials).map((name) => [`has_${name}`, true]);
  return {
    kind,
    connected: true,
    provider,
    ...options,
    ...Object.fromEntries(kept),
    ...connected?.shownWith?.(project),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}
