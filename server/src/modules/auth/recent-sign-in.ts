import type { ProjectCall } from '../../http/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { timeOfId } from '../../platform/ids.ts';
import type { AuthContext } from './auth-context.ts';
import { confirmPassword } from './confirm-password.ts';
import type { ActiveSession } from './sessions/sessions.ts';
import type { UserRow } from './users-store.ts';

export const RECENT_MS = 10 * 60_000;

/**
 * Guards actions with which a thief of a session could keep the account: requires a recent sign-in or the password.
 * Throws `password_required`, `invalid_credentials`.
 */
export async function requireRecentSignIn(
  context: AuthContext,
  call: ProjectCall,
  { user, session, password }: { user: UserRow; session: ActiveSession; password: string | undefined },
): Promise<void> {
  if (password !== undefined) return await confirmPassword(context, call, user, password);
  if (context.clock.now() - timeOfId(session.id) <= RECENT_MS) return;
  throw new ServiceError(
    'password_required',
    'Send your password or sign in again: this session is too old for that.',
    {
      details: { fields: { password: 'is required ten minutes after the sign-in' } },
    },
  );
}
