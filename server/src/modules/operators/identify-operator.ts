import type { IncomingMessage } from 'node:http';
import { CONSOLE, OPERATOR_ROLE, type Operator, type User } from '../../callers/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { equalsInConstantTime, sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { OperatorsContext } from './operators-context.ts';

const BEARER = /^Bearer +(\S+) *$/i;

export interface OperatorIdentity {
  /** Throws `not_authenticated`, `session_expired`, `origin_not_allowed`. */
  identifyOperator(request: IncomingMessage): Promise<Operator>;
  /** The operator of an admin token or a personal token; undefined when the token is neither or has expired. */
  identifyToken(token: string): Promise<Operator | undefined>;
}

/** Checks sessions and tokens on every request, so that an ended one is rejected from the next request on. */
export function createOperatorIdentity(context: OperatorsContext, adminToken: string | undefined): OperatorIdentity {
  const identifyToken = (token: string) => findTokenHolder(context, adminToken, token);
  return {
    identifyToken,
    async identifyOperator(request) {
      const { authorization } = request.headers;
      // A bad token fails even with a valid cookie: otherwise the caller would act as an account they did not name.
      if (authorization === undefined) return await identifySession(context, request);
      const operator = await identifyToken(BEARER.exec(authorization)?.[1] ?? '');
      if (operator === undefined) throw new ServiceError('not_authenticated', 'This token is not valid.');
      return operator;
    },
  };
}

async function findTokenHolder(
  { tokensStore, tokenUses, clock }: OperatorsContext,
  adminToken: string | undefined,
  text: string,
): Promise<Operator | undefined> {
  if (adminToken !== undefined && equalsInConstantTime(text, adminToken)) return { kind: 'admin' };
  if (!text.startsWith('ct_')) return undefined;
  const found = await tokensStore.find(sha256Hex(text));
  if (found === undefined || (found.expires_at !== null && found.expires_at <= isoTime(clock.now()))) return undefined;
  tokenUses.touch(found.id);
  const { id, account_id: accountId, email, expires_at: expiresAt, lineage, role } = found;
  const projects = found.projects === null ? null : (JSON.parse(found.projects) as readonly string[]);
  const isBounded = projects !== null || role !== null;
  return {
    kind: 'account',
    accountId,
    email,
    isOperator: !isBounded && found.account_role === OPERATOR_ROLE,
    token: { id, expiresAt, lineage },
    ...(isBounded && { scope: { projects, role } }),
  };
}

async function identifySession(
  { accounts: { sessions }, usersOf }: OperatorsContext,
  request: IncomingMessage,
): Promise<Operator> {
  const user: User | undefined = await sessions.identities.identify(CONSOLE, request);
  const session = user && sessions.sessionOf(user);
  if (user === undefined || session === undefined || user.email === null) {
    throw new ServiceError('not_authenticated', 'Sign in, or send a token as bearer.');
  }
  const { id: accountId, email, role } = user;
  const isOperator = role === OPERATOR_ROLE;
  const operator = { kind: 'account', accountId, email, isOperator, sessionId: session.id } as const;
  usersOf.set(operator, user);
  return operator;
}
