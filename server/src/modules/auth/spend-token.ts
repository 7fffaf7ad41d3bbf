import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/index.ts';
import { isNotApplied } from '../../database/index.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthContext } from './auth-context.ts';
import type { TokenKind, TokenRow } from './tokens/tokens-store.ts';
import type { UserRow } from './users-store.ts';

export interface LiveToken {
  readonly token: TokenRow;
  readonly user: UserRow;
}

/** A token that could be spent now; this does not spend it. Throws `invalid_token`. */
export async function requireToken(
  context: AuthContext,
  project: Project,
  kind: TokenKind,
  text: string,
): Promise<LiveToken> {
  const live = await findLiveToken(context, project, kind, text);
  if (live === undefined) throw invalidToken();
  return live;
}

export async function findLiveToken(
  context: AuthContext,
  project: Project,
  kind: TokenKind,
  text: string,
): Promise<LiveToken | undefined> {
  const token = await context.tokens.find(project.store, kind, sha256Hex(text));
  const user = token === undefined ? undefined : await context.users.find(project.store, token.user_id);
  if (token === undefined || user === undefined || token.expires_at_ms <= context.clock.now()) return undefined;
  // The user's epoch may have changed since the mail was sent, which voids the token.
  if (token.epoch !== user.epoch || user.disabled === 1) return undefined;
  return { token, user };
}

/**
 * Spends the token and changes its user in one transaction, so that only one of several concurrent requests succeeds.
 * This confirms the address: only a reader of its mail has the token.
 */
export async function spendToken(
  context: AuthContext,
  project: Project,
  { token, user }: LiveToken,
  { set = {}, steps = [] }: { set?: Partial<Omit<UserRow, 'id' | 'epoch'>>; steps?: readonly PlainStep[] } = {},
): Promise<UserRow> {
  const changes = { ...set, email_verified: 1, updated_at: isoTime(context.clock.now()) };
  try {
    await context.database.write(project.store, [
      context.tokens.spendStep(token),
      context.users.updateInEpochStep(user, changes),
      ...steps,
    ]);
  } catch (error) {
    if (isNotApplied(error, 'token') || isNotApplied(error, 'user')) throw invalidToken();
    throw error;
  } finally {
    context.sessions.forgetUser(project.store, user.id);
  }
  return { ...user, ...changes };
}

export function invalidToken(): ServiceError {
  return new ServiceError('invalid_token', 'This link is no longer valid. Request a new one.');
}
