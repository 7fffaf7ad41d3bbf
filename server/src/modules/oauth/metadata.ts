import type { Answer, Call } from '../../http/index.ts';
import { ownOrigin } from './own-origin.ts';

export const SCOPES = ['read', 'write'] as const;
export type Scope = (typeof SCOPES)[number];

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
export const PROTECTED_RESOURCE = '/.well-known/oauth-protected-resource';

/** Describes the MCP endpoint (RFC 9728). The resource is the requested address, with its project and mode. */
export function protectedResource(publicUrl: string, search: string): Answer {
  return {
    status: 200,
    body: {
      resource: `${publicUrl}/mcp${search === '' ? '' : `?${search}`}`,
      authorization_servers: [publicUrl],
      scopes_supported: SCOPES,
      bearer_methods_supported: ['header'],
      resource_documentation: `${publicUrl}/docs/mcp.md`,
    },
  };
}

/** Describes this server as an authorization server (RFC 8414). */
export function authorizationServer(publicUrl: string): Answer {
  return {
    status: 200,
    body: {
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      token_endpoint: `${publicUrl}/oauth/token`,
      registration_endpoint: `${publicUrl}/oauth/register`,
      device_authorization_endpoint: `${publicUrl}/oauth/device`,
      revocation_endpoint: `${publicUrl}/oauth/revoke`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', DEVICE_GRANT],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    },
  };
}

/** The `WWW-Authenticate` header of a refused MCP request, which tells clients where they get a token. */
export function challengeOf(
  publicUrl: string,
  { search, headers }: Pick<Call, 'search' | 'headers'>,
  error?: string,
): string {
  // `URL` encodes quotes, so that the text of a request cannot end the quoted value.
  const { href } = new URL(
    `${ownOrigin(publicUrl, headers)}${PROTECTED_RESOURCE}/mcp${search === '' ? '' : `?${search}`}`,
  );
  const parts = [...(error === undefined ? [] : [`error="${error}"`]), `resource_metadata="${href}"`];
  return `Bearer ${parts.join(', ')}`;
}
