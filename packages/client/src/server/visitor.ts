import { getConfig } from '../core/config.ts';

/** Cookies in the forms that frameworks provide: a request, its headers, their text, or Next's `cookies()`. */
export type CookieSource =
  | string
  | { readonly headers: Headers }
  | Headers
  | { getAll(): readonly { readonly name: string; readonly value: string }[] };

/** The service counts its limits for this visitor instead of for the app's server. */
export interface ForwardedVisitor {
  /** The visitor's address, for frameworks that tell it apart from the headers; by default `X-Forwarded-For` of the request. */
  readonly address?: string | undefined;
  /** A secret key; not needed if `SERVICE_TRUSTED_PROXIES` lists this server. Default `SERVICE_SECRET_KEY`. */
  readonly secretKey?: string | undefined;
}

const ADDRESS = 'x-forwarded-for';
const SCHEME = 'x-forwarded-proto';
const PROOF = 'x-forwarded-key';

export function cookieText(source: CookieSource | undefined): string {
  if (source === undefined) return '';
  if (typeof source === 'string') return source;
  if ('getAll' in source) {
    const pairs = source.getAll().map(({ name, value }) => `${name}=${value}`);
    return pairs.join('; ');
  }
  return headersOf(source)?.get('cookie') ?? '';
}

export function forwardedHeaders(
  source: CookieSource | undefined,
  { address, secretKey = globalThis.process?.env['SERVICE_SECRET_KEY'] }: ForwardedVisitor = {},
): Record<string, string> {
  const headers = headersOf(source);
  const visitor = address ?? headers?.get(ADDRESS);
  const scheme = headers?.get(SCHEME);
  return {
    ...(visitor && { [ADDRESS]: visitor }),
    ...(scheme && { [SCHEME]: scheme }),
    ...(visitor && secretKey && { [PROOF]: secretKey }),
  };
}

function headersOf(source: CookieSource | undefined): Headers | undefined {
  if (typeof source !== 'object' || 'getAll' in source) return undefined;
  // The headers that Next provides have a property `headers` too, so `get` decides.
  return 'get' in source ? source : source.headers;
}

export function mergeCookies(cookies: string, lines: readonly string[]): string {
  const pairs = new Map<string, string>();
  for (const pair of [...cookies.split('; '), ...lines.map((line) => line.split(';')[0] ?? '')]) {
    const name = pair.slice(0, pair.indexOf('='));
    if (name === '') continue;
    if (pair.length > name.length + 1) pairs.set(name, pair);
    else pairs.delete(name);
  }
  return [...pairs.values()].join('; ');
}

export function refreshPairOf(cookies: string): string | undefined {
  return findPair(cookies, 'refresh');
}

/** Whether the session cookie has expired while a refresh cookie is still there. */
export function hasRunOut(cookies: string): boolean {
  return refreshPairOf(cookies) !== undefined && findPair(cookies, 'session') === undefined;
}

export function withoutSession(cookies: string): string {
  const own = [findPair(cookies, 'refresh'), findPair(cookies, 'session')];
  return cookies
    .split('; ')
    .filter((pair) => !own.includes(pair))
    .join('; ');
}

function findPair(cookies: string, kind: 'session' | 'refresh'): string | undefined {
  const name = `${getConfig().projectId}_${kind}=`;
  return cookies.split('; ').find((pair) => pair.startsWith(name) || pair.startsWith(`__Host-${name}`));
}
