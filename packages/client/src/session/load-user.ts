import { setIdentity } from '../core/epoch.ts';
import { isServiceError, type ServiceError } from '../core/service-error.ts';
import { isBrowser, state } from '../core/shared-state.ts';
import { openChannel } from '../core/tabs.ts';
import type { AuthUser } from '../core/wire.ts';
import { hasHint, keepHint } from './hint-cookie.ts';
import { learnUser } from './identity.ts';
import { send } from './send.ts';

const NOBODY = { user: undefined, loading: false, error: undefined };
const RETRY_S_MAX = 30;

export function startIdentity(): void {
  const shared = state();
  if (!isBrowser() || shared.reloadUser !== undefined) return;
  shared.reloadUser = () => void loadUser(0);
  openChannel();
  if (shared.identity.loading) shared.reloadUser();
}

async function loadUser(failures: number): Promise<void> {
  const { epoch } = state();
  const isSame = (): boolean => state().epoch === epoch;
  if (!hasHint()) {
    setIdentity(NOBODY);
    return;
  }
  try {
    const { data } = await send<{ data: { user: AuthUser } }>('/auth/me');
    if (isSame()) learnUser(data.user);
  } catch (error) {
    if (!isSame() || !isServiceError(error)) return;
    // Only this error means that there is no session. After any other, the cookies may still be valid.
    if (error.code === 'not_authenticated') {
      keepHint(false);
      setIdentity(NOBODY);
      return;
    }
    if (error.retryable || !error.status || error.code === 'session_expired') tryAgain(error, failures, isSame);
    setIdentity({ ...state().identity, loading: false, error });
  }
}

function tryAgain({ retryAfter }: ServiceError, failures: number, isSame: () => boolean): void {
  const seconds = retryAfter ?? Math.min(RETRY_S_MAX, 2 ** failures);
  setTimeout(() => isSame() && void loadUser(failures + 1), seconds * 1000);
}
