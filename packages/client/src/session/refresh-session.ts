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
 * However many requests wait, one renewal serves them all. For a minute after a renewal that failed it rejects with that
 * failure.
 */
export async function renewedSince(sentAt: number): Promise<void> {
  const shared = state();
  const isRenewed = (): boolean => (shared.renewedAt ?? -1) > sentAt;
  if (isRenewed()) return;
  const { refreshFailure } = shared;
  if (refreshFailure && performance.now() - refreshFailure.at < COOL_DOWN_MS) throw refreshFailure.error;
  const renewOnce = async (): Promise<void> => {
    // While this tab waited for its turn another one may have renewed the session; its message comes with the next task.
    await new Promise((resolve) => setTimeout(resolve));
    if (!isRenewed()) await renew();
  };
  shared.refreshing ??= whileAlone(renewOnce).finally(() => {
    shared.refreshing = undefined;
  });
  await shared.refreshing;
}

/** After a failure nothing is renewed for a minute, or until the connection is back. */
export function restAfter(error: unknown): void {
  const shared = state();
  shared.refreshFailure = { at: performance.now(), error };
  globalThis.addEventListener?.('online', () => delete shared.refreshFailure, { once: true });
}

/** Only the service's own refusal signs the user out; a network that fails does not. */
async function renew(): Promise<void> {
  const shared = state();
  const { epoch } = shared;
  try {
    const { data } = await exchange<{ data: { user: AuthUser } }>('/auth/refresh', { method: 'POST' });
    delete shared.refreshFailure;
    shared.renewedAt = performance.now();
    tellTabs({ renewed: true });
    if (shared.epoch === epoch) learnUser(data.user);
  } catch (error) {
    if (shared.epoch !== epoch) return;
    if (isServiceError(error, 'session_expired')) changeIdentity(undefined);
    else restAfter(error);
    throw error;
  }
}
