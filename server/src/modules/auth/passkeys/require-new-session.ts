import { ServiceError } from '../../../platform/errors.ts';
import { timeOfId } from '../../../platform/ids.ts';
import type { AuthContext } from '../auth-context.ts';
import { RECENT_MS } from '../recent-sign-in.ts';
import type { ActiveSession } from '../sessions/sessions.ts';

/**
 * Guards changes of passkeys: a thief of a session could add a passkey and so keep the account. A password is no
 * substitute, because users of passkeys may have none. Throws `reauthentication_required`.
 */
export function requireNewSession({ clock }: AuthContext, session: ActiveSession): void {
  if (clock.now() - timeOfId(session.id) <= RECENT_MS) return;
  throw new ServiceError(
    'reauthentication_required',
    'Sign in again: passkeys can only be changed within ten minutes of signing in.',
  );
}
