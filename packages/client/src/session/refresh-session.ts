import type { AuthUser } from '../core/auth-user.ts';
import { exchange } from '../core/exchange.ts';
import { isServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import { tellTabs } from '../core/tabs.ts';
import { changeIdentity, learnUser } from './identity.ts';
import { whileAlone } from './session-lock.ts';

const COOL_DOWN_MS = 60_000;

/** Renews the session, also where it has not ended. */
export function refreshSession(): Promise<void> {
  return whileAlone(renew);
}

/**
 * Resolves when this tab or another one has renewed the session after `sentAt`, the time of a request that found it ended.
 * However many requests wait, one renewal serves them all.
 */
export async function renewedSince(sentAt: number): Promise<void> {
  const shared = state();
  const isRenewed = (): boolean => Number(shared.renewedAt) > sentAt;
  if (isRenewed()) return;
  const renewOnce = async (): Promise<unknown> => {
    // While this tab waited for its turn another one may have renewed the session; its message comes with the next task.
    await new Promise((resolve) => setTimeout(resolve));
    return isRenewed() || renew();
  };
  await (shared.refreshing ?? share(whileAlone(renewOnce)));
}

/** Requests share a renewal while it lasts. One that failed is kept for a minute, or until the connection is back. */
function share(renewal: Promise<unknown>): Promise<unknown> {
  const shared = state();
  shared.refreshing = renewal;
  const forget = (): void => {
    if (shared.refreshing === renewal) delete shared.refreshing;
  };
  renewal.then(forget, () => {
    setTimeout(forget, COOL_DOWN_MS);
    globalThis.addEventListener?.('online', forget);
  });
  return renewal;
}

/** Only the service's own refusal signs the user out; a network that fails does not. */
async function renew(): Promise<void> {
  const shared = state();
  const { epoch } = shared;
  try {
    const { data } = await exchange<{ data: { user: AuthUser } }>('/auth/refresh', { method: 'POST' });
    shared.renewedAt = performance.now();
    tellTabs({ renewed: true });
    if (shared.epoch === epoch) learnUser(data.user);
  } catch (error) {
    if (shared.epoch !== epoch) return;
    if (isServiceError(error, 'session_expired')) changeIdentity(undefined);
    throw error;
  }
}
