import type { PlainStep } from '../../database/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { requiresVerification } from './account-settings.ts';
import type { AuthContext } from './auth-context.ts';
import { startChallenge } from './factors/index.ts';
import { type OpenedSession, openSession } from './open-session.ts';
import type { SignInCall } from './sessions/sign-in-call.ts';
import type { UserRow } from './users-store.ts';

export type SignedIn =
  | { readonly kind: 'session'; readonly opened: OpenedSession }
  | { readonly kind: 'mfa'; readonly mfaToken: string };

/** Opens a session or a challenge after a proof of identity by password or provider. Commits `steps` in either case. */
export async function signIn(
  context: AuthContext,
  call: SignInCall,
  user: UserRow,
  steps: readonly PlainStep[] = [],
): Promise<SignedIn> {
  requireMaySignIn(context, call, user);
  if (user.totp_enabled === 1) {
    return { kind: 'mfa', mfaToken: await startChallenge(context, call.project, user, steps) };
  }
  return { kind: 'session', opened: await openSession(context, call, user, steps) };
}

/** Call after the proof of identity, so that only the user learns of it. Throws `user_disabled`, `email_not_verified`. */
export function requireMaySignIn(context: AuthContext, { project }: Pick<SignInCall, 'project'>, user: UserRow): void {
  if (user.disabled === 1) throw new ServiceError('user_disabled', 'This account has been disabled.');
  if (user.email_verified === 0 && requiresVerification(context.settings(project))) throw unconfirmed();
}

export function unconfirmed(): ServiceError {
  return new ServiceError('email_not_verified', 'Confirm your email address first, by the link in the mail.');
}
