import { createHash, randomBytes } from 'node:crypto';
import type { TestServer } from './index.ts';
import type { TestOperator } from './operators.ts';

export const CALLBACK = 'http://127.0.0.1:33418/callback';
export const VERIFIER = randomBytes(32).toString('base64url');
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

interface OauthBody {
  readonly error?: string;
  readonly error_description?: string;
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly [field: string]: unknown;
}

export async function postForm(server: TestServer, path: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as OauthBody };
}

export async function register(
  server: TestServer,
  metadata: object = { client_name: 'Editor', redirect_uris: [CALLBACK] },
) {
  const { status, body } = await server.api<OauthBody>('/oauth/register', { json: metadata });
  return { status, body, id: String(body['client_id']) };
}

export function requestOf(
  server: TestServer,
  clientId: string,
  project: string,
  more: Readonly<Record<string, string>> = {},
) {
  return new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: CALLBACK,
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    state: 'a state',
    resource: `${server.url}/mcp?project=${project}`,
    ...more,
  });
}

export async function decide(operator: TestOperator, request: URLSearchParams, allow = true) {
  const { status, body } = await operator.api<{ data: { redirect_to: string }; code?: string }>(
    `/oauth/authorization?${request}`,
    { json: { allow } },
  );
  return { status, code: body.code, to: status === 200 ? new URL(body.data.redirect_to) : undefined };
}
