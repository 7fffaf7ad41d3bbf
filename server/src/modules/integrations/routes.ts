import { Type } from 'typebox';
import { memberRoute, type Route } from '../../http/index.ts';
import { connect, disconnect } from './connections/connect.ts';
import { listConnections, showConnection } from './connections/show-connections.ts';
import { testConnection } from './connections/test-connection.ts';
import type { IntegrationsContext } from './integrations-context.ts';

const ALL = '/api/cloud/projects/:project_id/integrations';
const ONE = `${ALL}/:kind`;

const connection = Type.Object(
  { kind: Type.Enum(['email', 'payments', 'ai']), connected: Type.Boolean(), provider: Type.Optional(Type.String()) },
  {
    additionalProperties: true,
    description: 'Contains the provider’s options. Credentials appear only as `has_<name>`.',
  },
);
const oneConnection = Type.Object({ data: connection, count: Type.Literal(1) });

const connectionBody = Type.Object(
  { provider: Type.String() },
  {
    additionalProperties: true,
    description:
      'email: {provider: smtp, from, host, port, secure?, username?, password?} or {provider: resend | sendgrid, from, api_key, base_url?}; ' +
      'payments: {provider: stripe, secret_key, webhook_secret, base_url?}; ' +
      'ai: {provider: openai-compatible | anthropic, api_key, model, base_url?}',
  },
);

export function integrationRoutes(context: IntegrationsContext): readonly Route[] {
  return [
    memberRoute({
      method: 'GET',
      path: ALL,
      id: 'listIntegrations',
      summary: 'Lists the integrations, connected or not',
      role: 'viewer',
      responses: { 200: Type.Object({ data: Type.Array(connection), count: Type.Integer() }) },
      handle: (call) => listConnections(context, call),
    }),
    memberRoute({
      method: 'GET',
      path: ONE,
      id: 'getIntegration',
      summary: 'Returns a connection, without its credentials',
      role: 'viewer',
      responses: { 200: oneConnection },
      handle: (call) => showConnection(context, call),
    }),
    memberRoute({
      method: 'PUT',
      path: ONE,
      id: 'connectIntegration',
      summary: 'Connects a provider; credentials that are not sent keep their values',
      role: 'admin',
      body: connectionBody,
      responses: { 200: oneConnection, 201: oneConnection },
      handle: (call) => connect(context, call),
    }),
    memberRoute({
      method: 'DELETE',
      path: ONE,
      id: 'disconnectIntegration',
      summary: 'Disconnects a provider and deletes its credentials',
      role: 'admin',
      responses: { 200: Type.Object({ count: Type.Integer() }) },
      handle: (call) => disconnect(context, call),
    }),
    memberRoute({
      method: 'POST',
      path: `${ONE}/test`,
      id: 'testIntegration',
      summary: 'Checks the credentials with the provider',
      role: 'admin',
      responses: {
        200: Type.Object({
          data: Type.Object({ ok: Type.Boolean(), error: Type.Union([Type.String(), Type.Null()]) }),
          count: Type.Literal(1),
        }),
      },
      handle: (call) => testConnection(context, call),
    }),
  ];
}
