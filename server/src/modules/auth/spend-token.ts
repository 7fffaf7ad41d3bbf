import type { Project } from '../../callers/index.ts';
import type { PlainStep } from '../../database/database.ts';
import { isNotApplied } from '../../database/errors.ts';
import { isoTime } from '../../platform/clock.ts';
import { sha256Hex } from '../../platform/crypto.ts';
import { ServiceError } from '../../platform/errors.ts';
import type { AuthParts } from './auth-parts.ts';
import type { TokenKind, TokenRow } from './tokens/tokens-store.ts';
import type { UserRow } from './users-store.ts';

export interface LiveToken {
  readonly token: TokenRow;
  readonly user: UserRow;
}

/** A token that could be spent now; looking at it spends nothing. Throws `invalid_token`. */
export async function requireToken(
  parts: AuthParts,
  project: Project,
  kind: TokenKind,
  text: string,
): Promise<LiveToken> {
  const token = await parts.tokens.find(project.store, kind, sha256Hex(text));
  const user = token === undefined ? undefined : await parts.users.find(project.store, token.user_id);
  if (token === undefined || user === undefined || token.expires_at_ms <= parts.clock.now()) throw invalidToken();
  // What happened since it was sent may have made the account somebody else's to confirm.
  if (token.epoch !== user.epoch || user.disabled === 1) throw invalidToken();
  return { token, user };
}

/**
 * Spends a token and changes its user in one transaction; of many at once one gets through. Whoever has the token reads
 * the mails of the address, which is thereby confirmed.
 */
export async function spendToken(
  parts: AuthParts,
  project: Project,
  { token, user }: LiveToken,
  { set = {}, steps = [] }: { set?: Partial<Pick<UserRow, 'password_hash'>>; steps?: readonly PlainStep[] } = {},
): Promise<UserRow> {
  const changes = { ...set, email_verified: 1, is_pending: 0, updated_at: isoTime(parts.clock.now()) };
  try {
    await parts.database.write(project.store, [
      parts.tokens.spendStep(token),
      parts.users.updateInEpochStep(user, changes),
      ...steps,
    ]);
  } catch (error) {
    if (isNotApplied(error, 'token') || isNotApplied(error, 'user')) throw invalidToken();
    throw error;
  } finally {
    parts.sessions.forgetUser(project.store, user.id);
  }
  return { ...user, ...changes };
}

function invalidToken(): ServiceError {
  return new ServiceError('invalid_token', 'This link is no longer valid. Ask for a new one.');
}
