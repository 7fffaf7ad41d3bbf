import { CONSOLE } from '../../callers/index.ts';

/** Names of a signed-in browser's cookies. Scripts can read only the hint, not the session or the refresh token. */
export interface CookieNames {
  readonly session: string;
  readonly refresh: string;
  readonly hint: string;
}

export interface CookieValues {
  readonly session: string;
  readonly refresh: string;
  readonly sessionSeconds: number;
  readonly refreshSeconds: number;
}

const HINT_VALUE = '1';

/**
 * On https the names start with `__Host-`: neither a sub-domain nor a plain connection can set such a cookie, so
 * neither can plant the session of an attacker's account.
 */
export function cookieNames(projectId: string, isHttps: boolean): CookieNames {
  const prefix = isHttps ? '__Host-' : '';
  if (projectId === CONSOLE.id) return { session: `${prefix}${projectId}`, refresh: `${prefix}${projectId}`, hint: '' };
  return {
    session: `${prefix}${projectId}_session`,
    refresh: `${prefix}${projectId}_refresh`,
    hint: `${projectId}_signed_in`,
  };
}

export function signedInCookies(projectId: string, isHttps: boolean, values: CookieValues): readonly string[] {
  const names = cookieNames(projectId, isHttps);
  const session = cookie(names.session, values.session, { maxAge: values.sessionSeconds, isHttps, isHttpOnly: true });
  if (projectId === CONSOLE.id) return [session];
  return [
    session,
    cookie(names.refresh, values.refresh, { maxAge: values.refreshSeconds, isHttps, isHttpOnly: true }),
    cookie(names.hint, HINT_VALUE, { maxAge: values.refreshSeconds, isHttps, isHttpOnly: false }),
  ];
}

/** The refresh cookie comes last: curl with one jar deletes only the last, and the others are useless without it. */
export function signedOutCookies(projectId: string, isHttps: boolean): readonly string[] {
  const names = cookieNames(projectId, isHttps);
  const session = cookie(names.session, '', { maxAge: 0, isHttps, isHttpOnly: true });
  if (projectId === CONSOLE.id) return [session];
  return [
    session,
    cookie(names.hint, '', { maxAge: 0, isHttps, isHttpOnly: false }),
    cookie(names.refresh, '', { maxAge: 0, isHttps, isHttpOnly: true }),
  ];
}

export function readCookie(header: string, name: string): string | undefined {
  for (let start = 0; start < header.length; ) {
    const semicolon = header.indexOf(';', start);
    const end = semicolon === -1 ? header.length : semicolon;
    const equals = header.indexOf('=', start);
    if (equals !== -1 && equals < end && header.slice(start, equals).trim() === name) {
      const value = header.slice(equals + 1, end).trim();
      return value === '' ? undefined : value;
    }
    start = end + 1;
  }
  return undefined;
}

function cookie(
  name: string,
  value: string,
  { maxAge, isHttps, isHttpOnly }: { maxAge: number; isHttps: boolean; isHttpOnly: boolean },
): string {
  const attributes = `Max-Age=${maxAge}; Path=/${isHttpOnly ? '; HttpOnly' : ''}; SameSite=Lax`;
  return `${name}=${value}; ${attributes}${isHttps ? '; Secure' : ''}`;
}
