import { getConfig } from '../core/config.ts';

/** Cookies as frameworks give them: a request, its headers, their text, or Next's `cookies()`. */
export type CookieSource =
  | string
  | { readonly headers: Headers }
  | Headers
  | { getAll(): readonly { readonly name: string; readonly value: string }[] };

/** Headers that tell the service whose request it is, if it trusts the app's server (`SERVICE_TRUSTED_PROXIES`). */
const FORWARDED = ['x-forwarded-for', 'x-forwarded-proto'];

export function cookieText(source: CookieSource | undefined): string {
  if (source === undefined) return '';
  if (typeof source === 'string') return source;
  if ('getAll' in source) {
    const pairs = source.getAll().map(({ name, value }) => `${name}=${value}`);
    return pairs.join('; ');
  }
  return headersOf(source)?.get('cookie') ?? '';
}

/** The visitor's own address, so that the limits of the service count visitors and not the app's server. */
export function forwardedHeaders(source: CookieSource | undefined): Record<string, string> {
  const headers = headersOf(source);
  return Object.fromEntries(
    FORWARDED.flatMap((name) => {
      const value = headers?.get(name);
      return value ? [[name, value]] : [];
    }),
  );
}

function headersOf(source: CookieSource | undefined): Headers | undefined {
  if (typeof source !== 'object') return undefined;
  if ('headers' in source) return source.headers;
  return 'getAll' in source ? undefined : source;
}

/** The cookies after an answer with these `Set-Cookie` lines. */
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

/** The pair that renews the session; undefined for a visitor who is not signed in. */
export function refreshPairOf(cookies: string): string | undefined {
  return findPair(cookies, 'refresh');
}

/** The session cookie has run out, and another one can be had for the refresh cookie. */
export function hasRunOut(cookies: string): boolean {
  return refreshPairOf(cookies) !== undefined && findPair(cookies, 'session') === undefined;
}

/** The cookies without those of the session: as of a visitor who is not signed in. */
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
