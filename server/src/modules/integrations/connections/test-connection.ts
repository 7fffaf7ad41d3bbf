import type { Project } from '../../../callers/index.ts';
import type { Answer, MemberCall } from '../../../http/index.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { IntegrationsContext } from '../integrations-context.ts';
import { callProvider } from '../providers/call-provider.ts';
import type { Connection, IntegrationKind } from '../providers/connection.ts';
import type { Provider } from '../providers/provider.ts';
import { requireKind } from './show-connections.ts';

/** Checks that the provider accepts the credentials, with a request that costs nothing and has no visible effect. */
export async function testConnection(context: IntegrationsContext, call: MemberCall): Promise<Answer> {
  const { project, requestId } = call;
  const { connection, provider } = await requireConnection(context, project, requireKind(call));
  const { outbound, providerLimit } = context;
  const asked = { title: provider.title, repeatKey: requestId };
  try {
    await providerLimit(project.store, () => callProvider(outbound, asked, (ask) => provider.test(connection, ask)));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { status: 200, body: { data: { ok: false, error: hidden(error.message, connection) }, count: 1 } };
  }
  return { status: 200, body: { data: { ok: true, error: null }, count: 1 } };
}

export interface OpenConnection {
  readonly connection: Connection;
  readonly provider: Provider;
}

/** The project's connection of this kind and its provider. Throws `integration_not_connected`. */
export async function requireConnection(
  { current, providers }: Pick<IntegrationsContext, 'current' | 'providers'>,
  { store }: Project,
  kind: IntegrationKind,
): Promise<OpenConnection> {
  const connection = await current.find(store, kind);
  if (connection === undefined) {
    const message = `This project has no connection for ${kind}. Its owner can create one.`;
    throw new ServiceError('integration_not_connected', message);
  }
  const provider = providers[kind].find(({ name }) => name === connection.provider);
  if (provider === undefined) throw new Error(`There is no provider ${connection.provider}.`);
  return { connection, provider };
}

function hidden(message: string, { credentials }: Connection): string {
  return Object.values(credentials).reduce((text, value) => text.replaceAll(value, '[secret]'), message);
}
