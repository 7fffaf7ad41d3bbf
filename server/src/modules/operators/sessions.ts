import type { IncomingMessage } from 'node:http';
import type { PlainStep } from '../../database/database.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { randomToken, sha256Hex } from '../../platform/crypto.ts';
import type { SessionsStore } from './sessions-store.ts';

const SESSION_MS = 7 * 24 * 60 * 60 * 1000;
/** `_` cannot stand in a project's id, so no cookie of a project (`<id>_session`) can have this name. */
const COOKIE = 'service_operator';
const ATTRIBUTES = 'Path=/; HttpOnly; SameSite=Lax';

export interface NewSession {
  readonly id: string;
  readonly expiresAt: string;
  /** What makes it, for the transaction that signs in. */
  readonly steps: readonly PlainStep[];
  /** The value of `Set-Cookie`; the token stands nowhere else. */
  readonly cookie: string;
}

/** Console sessions: an opaque random token in a cookie, stored as its hash. */
export interface Sessions {
  create(accountId: string, isHttps: boolean): NewSession;
  /** The hash of the token a request brings. On https only the name that a sub-domain cannot set is read. */
  hashOf(request: IncomingMessage): string | undefined;
  endedCookie(isHttps: boolean): string;
}

export interface SessionsOptions {
  readonly store: SessionsStore;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly isHttps: (request: IncomingMessage) => boolean;
}

export function createSessions({ store, clock, ids, isHttps }: SessionsOptions): Sessions {
  return {
    create(accountId, secure) {
      const token = randomToken();
      const id = ids();
      const now = clock.now();
      const expiresAt = isoTime(now + SESSION_MS);
      const row = {
        id,
        account_id: accountId,
        hash: sha256Hex(token),
        created_at: isoTime(now),
        expires_at: expiresAt,
      };
      return { id, expiresAt, steps: store.insertSteps(row), cookie: cookieText(token, SESSION_MS / 1000, secure) };
    },
    hashOf(request) {
      const token = readCookie(request.headers.cookie ?? '', cookieName(isHttps(request)));
      return token === undefined ? undefined : sha256Hex(token);
    },
    endedCookie: (secure) => cookieText('', 0, secure),
  };
}

function cookieName(isHttps: boolean): string {
  return isHttps ? `__Host-${COOKIE}` : COOKIE;
}

function cookieText(value: string, maxAgeSeconds: number, isHttps: boolean): string {
  return `${cookieName(isHttps)}=${value}; Max-Age=${maxAgeSeconds}; ${ATTRIBUTES}${isHttps ? '; Secure' : ''}`;
}

function readCookie(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const equals = part.indexOf('=');
    if (equals !== -1 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return undefined;
}
