import { exchange } from '../core/exchange.ts';
import { isServiceError, type ServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import { notifyTabs } from '../core/tabs.ts';
import type { AuthUser } from '../core/wire.ts';
import { changeIdentity, learnUser } from './identity.ts';
import { whileAlone } from './session-lock.ts';

const COOL_DOWN_S_MAX = 60;

interface SignedIn {
  readonly data: { readonly user: AuthUser };
}

/** Renews the session, even if it has not expired. */
export function refreshSession(): Promise<void> {
  return whileAlone(() => renew());
}

/** Resolves when this or another tab has renewed the session after `sentAt`; all waiting requests share a renewal. */
export async function renewedSince(sentAt: number): Promise<void> {
  const shared = state();
  const isRenewed = (): boolean => Number(shared.renewedAt) > sentAt;
  if (isRenewed()) return;
  const renewOnce = async (hasWaited?: boolean): Promise<unknown> => {
    // Another tab may have renewed the session while this one waited; its message usually arrives with the next task.
    await new Promise((resolve) => setTimeout(resolve));
    return isRenewed() || renew(hasWaited);
  };
  shared.refreshing ??= share(whileAlone(renewOnce));
  await shared.refreshing;
}

/** Keeps a failed renewal for 1, 2, 4 … 60 s or as the service asked, but at most until the connection is back. */
function share(renewal: Promise<unknown>): Promise<unknown> {
  const shared = state();
  const forget = (): void => {
    if (shared.refreshing === renewal) delete shared.refreshing;
  };
  renewal.then(forget, ({ retryAfter }: ServiceError) => {
    shared.coolDownS = Math.min(retryAfter || 2 * (shared.coolDownS ?? 0.5), COOL_DOWN_S_MAX);
    setTimeout(forget, shared.coolDownS * 1000);
    globalThis.addEventListener?.('online', forget);
  });
  return renewal;
}

/**
 * Signs the user out only if the service refuses the renewal, not when the network fails. If another tab may have
 * renewed the session, asks first whose it is: the other tab may also have signed in as another user.
 */
async function renew(mayBeRenewed?: boolean): Promise<void> {
  const shared = state();
  const { epoch } = shared;
  try {
    const known = mayBeRenewed && (await exchange<SignedIn>('/auth/me', { timeoutMs: 10_000 }).catch(() => undefined));
    const { data } = known || (await exchange<SignedIn>('/auth/refresh', { method: 'POST' }));
    shared.renewedAt = performance.now();
    delete shared.coolDownS;
    notifyTabs({ renewed: true });
    if (shared.epoch === epoch) learnUser(data.user);
  } catch (error) {
    if (shared.epoch !== epoch) return;
    if (isServiceError(error, 'session_expired')) changeIdentity(undefined);
    throw error;
  }
}
