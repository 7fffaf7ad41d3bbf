import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The issuer's next responses; tests may change them. */
export interface IssuerScript {
  subject: string;
  /** Overrides claims of the correct ID token. */
  claims: Record<string, unknown>;
  /** Signs with a key that is not published. */
  hasForeignKey: boolean;
  /** Overrides the correct responses, by path. */
  answers: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  /** Overrides fields of the correct metadata document. */
  metadata: Record<string, unknown>;
}

/** An issuer that can give wrong responses. It shows no pages: the test acts as the browser. */
export interface ScriptedIssuer extends AsyncDisposable {
  readonly issuer: string;
  readonly client: { readonly issuer: string; readonly client_id: string; readonly client_secret: string };
  readonly script: IssuerScript;
  /** Paths of the requests, in order. */
  readonly requests: string[];
  /** Parameters of the requests that redeemed a code. */
  readonly tokenRequests: URLSearchParams[];
  /** Sets the nonce that the ID token repeats. */
  expectNonce(nonce: string): void;
  /** Like `expectNonce`, for several concurrent sign-ins. */
  expectNonceOfCode(nonceOf: (code: string) => string): void;
}

const CLIENT = { client_id: 'app', client_secret: 'a-client-secret-of-32-characters' };

export async function startScriptedIssuer(): Promise<ScriptedIssuer> {
  const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const script: IssuerScript = { subject: 'ann', claims: {}, hasForeignKey: false, answers: {}, metadata: {} };
  const requests: string[] = [];
  const tokenRequests: URLSearchParams[] = [];
  let nonceOf = (_code: string): string => '';

  const idToken = (code: string): Promise<string> =>
    new SignJWT({ nonce: nonceOf(code), ...script.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'own' })
      .setSubject(script.subject)
      .setIssuer(textOr(script.claims['iss'], issuer))
      .setAudience(textOr(script.claims['aud'], CLIENT.client_id))
      .setIssuedAt(numberOr(script.claims['iat'], Date.now() / 1000))
      .setExpirationTime(numberOr(script.claims['exp'], Date.now() / 1000 + 300))
      .sign(script.hasForeignKey ? foreign.privateKey : own.privateKey);

  const answers: Record<string, (request: IncomingMessage) => unknown> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      ...script.metadata,
    }),
    '/jwks': () => ({ keys: [jwk] }),
    '/token': async (request) => {
      const parameters = new URLSearchParams(await bodyOf(request));
      tokenRequests.push(parameters);
      return {
        access_token: 'access',
        token_type: 'bearer',
        expires_in: 60,
        id_token: await idToken(parameters.get('code') ?? ''),
      };
    },
  };

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://issuer').pathname;
    requests.push(path);
    const scripted = script.answers[path];
    if (scripted !== undefined) return scripted(request, response);
    void answerJson(response, answers[path]?.(request));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    client: { ...CLIENT, issuer },
    script,
    requests,
    tokenRequests,
    expectNonce: (nonce) => {
      nonceOf = () => nonce;
    },
    expectNonceOfCode: (of) => {
      nonceOf = of;
    },
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerJson(response: ServerResponse, body: unknown): Promise<void> {
  const value = await body;
  response.writeHead(value === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value ?? {}));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return text;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}

function numberOr(value: unknown, otherwise: number): number {
  return Math.floor(typeof value === 'number' ? value : otherwise);
}
