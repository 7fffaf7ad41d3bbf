import type { IncomingMessage } from 'node:http';
import type { Operator } from '../../callers/index.ts';
import { type Clock, isoTime } from '../../platform/clock.ts';
import { equalsInConstantTime, sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { LastUses } from '../../platform/last-uses.ts';
import type { Sessions } from './sessions.ts';
import type { SessionsStore } from './sessions-store.ts';
import type { TokensStore } from './tokens-store.ts';

const BEARER = /^Bearer +(\S+) *$/i;

export interface OperatorIdentity {
  /** Throws `not_authenticated`, `session_expired`, `origin_not_allowed`. */
  identifyOperator(request: IncomingMessage): Promise<Operator>;
  /** Who holds an admin token or a personal token; undefined when it is neither or has expired. */
  identifyToken(token: string): Promise<Operator | undefined>;
}

export interface OperatorIdentityOptions {
  readonly adminToken: string | undefined;
  readonly sessions: Sessions;
  readonly sessionsStore: SessionsStore;
  readonly tokensStore: TokensStore;
  readonly tokenUses: LastUses;
  readonly clock: Clock;
  readonly refuseForeignPage: (request: IncomingMessage) => void;
}

/** Sessions and tokens are looked up for each request: one that ended holds for nothing from the next request on. */
export function createOperatorIdentity(options: OperatorIdentityOptions): OperatorIdentity {
  const identifyToken = (token: string) => findTokenHolder(token, options);
  return {
    identifyToken,
    async identifyOperator(request) {
      const { authorization } = request.headers;
      // A bad token is not saved by a good cookie: the caller would act as somebody they did not name.
      if (authorization === undefined) return await identifySession(request, options);
      const operator = await identifyToken(BEARER.exec(authorization)?.[1] ?? '');
      if (operator === undefined) throw new ServiceError('not_authenticated', 'This token is not valid.');
      return operator;
    },
  };
}

async function findTokenHolder(token: string, options: OperatorIdentityOptions): Promise<Operator | undefined> {
  const { adminToken, tokensStore, tokenUses, clock } = options;
  if (adminToken !== undefined && equalsInConstantTime(token, adminToken)) return { kind: 'admin' };
  if (!token.startsWith('ct_')) return undefined;
  const found = await tokensStore.find(sha256Hex(token));
  if (found === undefined || isOver(found.expires_at, clock)) return undefined;
  tokenUses.touch(found.id);
  return { kind: 'account', accountId: found.account_id, email: found.email, tokenId: found.id };
}

async function identifySession(request: IncomingMessage, options: OperatorIdentityOptions): Promise<Operator> {
  const hash = options.sessions.hashOf(request);
  if (hash === undefined) throw new ServiceError('not_authenticated', 'Sign in, or send a token as bearer.');
  // The browser sends the cookie whichever page asks.
  options.refuseForeignPage(request);
  const session = await options.sessionsStore.find(hash);
  if (session === undefined || isOver(session.expires_at, options.clock)) {
    throw new ServiceError('session_expired', 'The session has ended. Sign in again.');
  }
  return { kind: 'account', accountId: session.account_id, email: session.email, sessionId: session.id };
}

function isOver(expiresAt: string | null, clock: Clock): boolean {
  return expiresAt !== null && expiresAt <= isoTime(clock.now());
}
