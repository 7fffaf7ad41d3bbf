import { createHmac } from 'node:crypto';
import { equalsInConstantTime } from '../../platform/crypto.ts';
import { OauthError } from './oauth-context.ts';
import { LOOPBACK } from './own-origin.ts';

const PREFIX = 'mcp_';
const NAME_MAX = 100;
const URIS_MAX = 10;
const URI_LENGTH_MAX = 500;
const LENGTH_MAX = 8192;
/** Schemes that run code or read local files when a browser opens them. */
const UNSAFE_SCHEMES = new Set([
  'javascript:',
  'data:',
  'file:',
  'blob:',
  'vbscript:',
  'about:',
  'view-source:',
  'ws:',
  'wss:',
  'ftp:',
]);

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
}

/** The command line, which signs in with a code on another screen and never by a redirect. */
export const COMMAND_LINE: Client = { id: 'servicectl', name: 'servicectl', redirectUris: [] };

/**
 * The id contains the metadata and this server's signature, so that strangers cannot fill the database by registering
 * or change what they registered.
 */
export function registerClient(masterKey: Uint8Array, metadata: unknown): Client {
  const {
    client_name: givenName,
    redirect_uris: uris,
    token_endpoint_auth_method: method = 'none',
  } = objectOf(metadata);
  if (method !== 'none') {
    throw new OauthError(
      'invalid_client_metadata',
      'token_endpoint_auth_method must be "none": clients are public and use PKCE.',
    );
  }
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > URIS_MAX) {
    throw new OauthError('invalid_redirect_uri', `redirect_uris must be a list of 1 to ${URIS_MAX} addresses.`);
  }
  const redirectUris = uris.map(requireRedirectUri);
  const name = nameOf(givenName);
  const content = Buffer.from(JSON.stringify([name, redirectUris])).toString('base64url');
  return { id: `${PREFIX}${content}.${sign(masterKey, content)}`, name, redirectUris };
}

/** Throws `invalid_client` unless this server issued the id. */
export function readClient(masterKey: Uint8Array, id: string | undefined): Client {
  if (id === COMMAND_LINE.id) return COMMAND_LINE;
  const unknown = new OauthError('invalid_client', 'This client_id is unknown: register the client first.');
  if (id === undefined || id.length > LENGTH_MAX || !id.startsWith(PREFIX)) throw unknown;
  const [content = '', signature = '', ...more] = id.slice(PREFIX.length).split('.');
  if (more.length > 0 || !equalsInConstantTime(signature, sign(masterKey, content))) throw unknown;
  const [name, redirectUris] = JSON.parse(Buffer.from(content, 'base64url').toString('utf8')) as [string, string[]];
  return { id, name, redirectUris };
}

/** A program on the user's machine may listen on any port (RFC 8252, 7.3). Any other address must be registered. */
export function requireRegistered({ redirectUris }: Client, uri: string | undefined): string {
  if (uri === undefined && redirectUris.length === 1) return redirectUris[0] ?? '';
  if (
    uri !== undefined &&
    redirectUris.some((registered) => withoutLoopbackPort(registered) === withoutLoopbackPort(uri))
  ) {
    return uri;
  }
  throw new OauthError('invalid_request', 'redirect_uri is not one of those the client registered.');
}

function withoutLoopbackPort(uri: string): string {
  if (!URL.canParse(uri)) return uri;
  const url = new URL(uri);
  if (url.protocol !== 'http:' || !LOOPBACK.has(url.hostname)) return uri;
  url.port = '';
  return url.href;
}

function requireRedirectUri(uri: unknown): string {
  if (typeof uri !== 'string' || uri.length > URI_LENGTH_MAX || !URL.canParse(uri)) {
    throw new OauthError(
      'invalid_redirect_uri',
      `Each of redirect_uris must be an address of at most ${URI_LENGTH_MAX} characters.`,
    );
  }
  const { protocol, hostname, hash, username, password } = new URL(uri);
  const isLocal = protocol === 'http:' && LOOPBACK.has(hostname);
  if (uri.includes('#') || hash !== '' || username !== '' || password !== '') {
    throw new OauthError(
      'invalid_redirect_uri',
      'An address in redirect_uris must not have a fragment or credentials.',
    );
  }
  if (UNSAFE_SCHEMES.has(protocol) || (protocol === 'http:' && !isLocal)) {
    throw new OauthError(
      'invalid_redirect_uri',
      'Each of redirect_uris must use https, http on this machine, or the scheme of an app.',
    );
  }
  return uri;
}

/** The name is shown to the user who decides, so it has no characters that could disguise it. */
function nameOf(name: unknown): string {
  if (name === undefined) return 'A program without a name';
  if (typeof name !== 'string') throw new OauthError('invalid_client_metadata', 'client_name must be a text.');
  const plain = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '').trim();
  return [...plain].slice(0, NAME_MAX).join('') || 'A program without a name';
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new OauthError('invalid_client_metadata', 'The body must be a JSON object with redirect_uris.');
}

function sign(masterKey: Uint8Array, content: string): string {
  return createHmac('sha256', masterKey).update(`oauth client ${content}`).digest('base64url');
}
