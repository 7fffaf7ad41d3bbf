import { ServiceError } from '../../../platform/errors.ts';
import { timeOfId } from '../../../platform/ids.ts';
import type { AuthContext } from '../auth-context.ts';
import { RECENT_MS } from '../recent-sign-in.ts';
import type { ActiveSession } from '../sessions/sessions.ts';

/** With a passkey, a stolen session could keep the account. Throws `reauthentication_required`. */
export function requireNewSession({ clock }: AuthContext, session: ActiveSession): void {
  if (clock.now() - timeOfId(session.id) <= RECENT_MS) return;
  throw new ServiceError(
    'reauthentication_required',
    'Sign in again: passkeys can only be changed within ten minutes of signing in.',
  );
}
