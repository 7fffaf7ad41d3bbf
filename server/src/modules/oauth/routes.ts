import { Type } from 'typebox';
import { openRoute, operatorRoute, type Route, readJson } from '../../http/index.ts';
import { authorizationQuery, authorize, decideAuthorization, showAuthorization } from './authorize.ts';
import { registerClient } from './client-id.ts';
import { beginDevice, decideDevice, showDevice } from './device.ts';
import { authorizationServer, PROTECTED_RESOURCE, protectedResource } from './metadata.ts';
import { type OauthContext, oauthAnswer, withOauthErrors } from './oauth-context.ts';
import { ownOrigin } from './own-origin.ts';
import { revokeToken } from './revoke.ts';
import { exchangeToken } from './token.ts';

const METADATA_BYTES_MAX = 65_536;
const FORM = 'application/x-www-form-urlencoded';
const AUTHORIZATION = '/api/cloud/oauth/authorization';
const DEVICE = '/api/cloud/oauth/devices/:user_code';

const decision = Type.Object({ allow: Type.Boolean() });
const failure = Type.Object({ error: Type.String() }, { additionalProperties: true });
const scope = Type.Enum(['read', 'write']);
const authorizationShown = Type.Object({
  data: Type.Object({
    client_name: Type.String({ description: 'The name the program gave itself; it is not verified.' }),
    redirect_uri: Type.String(),
    project: Type.Object({ id: Type.String(), name: Type.String(), role: Type.String() }),
    scope,
  }),
  count: Type.Literal(1),
});
const deviceShown = Type.Object({
  data: Type.Object({
    client_name: Type.String(),
    project_id: Type.Union([Type.String(), Type.Null()]),
    scope,
    state: Type.Enum(['pending', 'allowed', 'denied']),
    created_at: Type.String({ format: 'date-time' }),
    expires_at: Type.String({ format: 'date-time' }),
  }),
  count: Type.Literal(1),
});

export function oauthRoutes(context: OauthContext): readonly Route[] {
  return [...metadataRoutes(context), ...programRoutes(context), ...accountRoutes(context)];
}

function metadataRoutes({ publicUrl }: OauthContext): readonly Route[] {
  const described = { responses: { 200: Type.Object({}, { additionalProperties: true }) } };
  return [
    ...[PROTECTED_RESOURCE, `${PROTECTED_RESOURCE}/mcp`].map((path, index) =>
      openRoute({
        method: 'GET',
        path,
        id: index === 0 ? 'describeResource' : 'describeMcpResource',
        summary: 'Tells MCP clients which authorization server issues tokens (RFC 9728)',
        documentedQuery: Type.Object(
          {},
          { additionalProperties: true, description: 'The same query as the address of MCP.' },
        ),
        allowsAnyOrigin: true,
        ...described,
        handle: ({ search, headers }) => protectedResource(ownOrigin(publicUrl(), headers), search),
      }),
    ),
    openRoute({
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      id: 'describeAuthorizationServer',
      summary: 'Describes the authorization server: its endpoints and what it supports (RFC 8414)',
      allowsAnyOrigin: true,
      ...described,
      handle: ({ headers }) => authorizationServer(ownOrigin(publicUrl(), headers)),
    }),
  ];
}

function programRoutes(context: OauthContext): readonly Route[] {
  return [
    openRoute({
      method: 'POST',
      path: '/oauth/register',
      id: 'registerClient',
      allowsAnyOrigin: true,
      summary: 'Registers a client (RFC 7591); the id itself holds the registration, so nothing is stored',
      body: 'stream',
      documentedTypes: ['application/json'],
      documentedBody: Type.Object({ redirect_uris: Type.Array(Type.String()) }, { additionalProperties: true }),
      responses: { 201: Type.Object({ client_id: Type.String() }, { additionalProperties: true }), 400: failure },
      handle: (call) =>
        withOauthErrors(async () => {
          const client = registerClient(context.masterKey, await readJson(call.raw, METADATA_BYTES_MAX));
          return oauthAnswer(201, {
            client_id: client.id,
            client_id_issued_at: Math.floor(context.operators.clock.now() / 1000),
            client_name: client.name,
            redirect_uris: client.redirectUris,
            grant_types: ['authorization_code'],
            response_types: ['code'],
            token_endpoint_auth_method: 'none',
          });
        }),
    }),
    openRoute({
      method: 'GET',
      path: '/oauth/authorize',
      id: 'authorize',
      summary: 'Starts a sign-in in the browser and shows the consent page',
      isPage: true,
      ignoresSession: true,
      responses: { 302: Type.Object({}) },
      handle: (call) => authorize(context, call),
    }),
    openRoute({
      method: 'POST',
      path: '/oauth/device',
      id: 'beginDevice',
      allowsAnyOrigin: true,
      summary: 'Starts the sign-in of a device or command line (RFC 8628)',
      body: 'bytes',
      documentedTypes: [FORM],
      documentedBody: Type.Object({ client_id: Type.String() }, { additionalProperties: true }),
      responses: { 200: Type.Object({ device_code: Type.String() }, { additionalProperties: true }), 400: failure },
      handle: (call) => withOauthErrors(() => beginDevice(context, call)),
    }),
    openRoute({
      method: 'POST',
      path: '/oauth/token',
      id: 'exchangeToken',
      allowsAnyOrigin: true,
      summary: 'Exchanges an authorization code or a device code for a token',
      body: 'bytes',
      documentedTypes: [FORM],
      documentedBody: Type.Object({ grant_type: Type.String() }, { additionalProperties: true }),
      responses: { 200: Type.Object({ access_token: Type.String() }, { additionalProperties: true }), 400: failure },
      handle: (call) => withOauthErrors(() => exchangeToken(context, call)),
    }),
    openRoute({
      method: 'POST',
      path: '/oauth/revoke',
      id: 'revokeToken',
      allowsAnyOrigin: true,
      summary: 'Revokes a token (RFC 7009)',
      body: 'bytes',
      documentedTypes: [FORM],
      documentedBody: Type.Object({ token: Type.String() }, { additionalProperties: true }),
      responses: { 200: Type.Object({}), 400: failure },
      handle: (call) => withOauthErrors(() => revokeToken(context, call)),
    }),
  ];
}

function accountRoutes(context: OauthContext): readonly Route[] {
  return [
    operatorRoute({
      method: 'GET',
      path: AUTHORIZATION,
      id: 'showAuthorization',
      summary: 'Shows the program and the rights it requests, so that the account can decide; for console sessions',
      query: authorizationQuery,
      responses: { 200: authorizationShown },
      handle: (call) => showAuthorization(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: AUTHORIZATION,
      id: 'decideAuthorization',
      summary: 'Approves or denies the request and returns the address to redirect to; for console sessions',
      query: authorizationQuery,
      body: decision,
      responses: {
        200: Type.Object({ data: Type.Object({ redirect_to: Type.String() }), count: Type.Literal(1) }),
      },
      handle: (call) => decideAuthorization(context, call),
    }),
    operatorRoute({
      method: 'GET',
      path: DEVICE,
      id: 'showDevice',
      summary: 'Shows which program a user code belongs to; for console sessions',
      responses: { 200: deviceShown },
      handle: (call) => showDevice(context, call),
    }),
    operatorRoute({
      method: 'POST',
      path: DEVICE,
      id: 'decideDevice',
      summary: 'Approves or denies the sign-in of a program by its user code; for console sessions',
      body: decision,
      responses: { 200: deviceShown },
      handle: (call) => decideDevice(context, call),
    }),
  ];
}
