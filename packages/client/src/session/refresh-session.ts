import type { AuthUser } from '../core/auth-user.ts';
import { exchange } from '../core/exchange.ts';
import { isServiceError, type ServiceError } from '../core/service-error.ts';
import { state } from '../core/shared-state.ts';
import { changeIdentity, learnUser } from './identity.ts';

const COOL_DOWN_MS = 60_000;

/**
 * Renews the session; however many requests find it ended, once. `refusal` is thrown without asking while an earlier try
 * has just failed. Being signed out is for the service to say: a network that fails signs nobody out.
 */
export async function refreshSession(refusal?: ServiceError): Promise<void> {
  const shared = state();
  const { refreshFailedAt } = shared;
  if (refusal && refreshFailedAt !== undefined && performance.now() - refreshFailedAt < COOL_DOWN_MS) throw refusal;
  shared.refreshing ??= refresh().finally(() => {
    shared.refreshing = undefined;
  });
  await shared.refreshing;
}

async function refresh(): Promise<void> {
  const shared = state();
  const { epoch } = shared;
  try {
    const { data } = await exchange<{ data: { user: AuthUser } }>('/auth/refresh', { method: 'POST' });
    delete shared.refreshFailedAt;
    if (shared.epoch === epoch) learnUser(data.user);
  } catch (error) {
    if (shared.epoch !== epoch) return;
    if (isServiceError(error, 'session_expired')) changeIdentity(undefined);
    else {
      shared.refreshFailedAt = performance.now();
      globalThis.addEventListener?.('online', () => delete shared.refreshFailedAt, { once: true });
    }
    throw error;
  }
}
