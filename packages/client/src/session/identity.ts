import { setIdentity, startEpoch } from '../core/epoch.ts';
import { isBrowser, state } from '../core/shared-state.ts';
import { notifyTabs } from '../core/tabs.ts';
import type { AuthUser } from '../core/wire.ts';
import { keepHint } from './hint-cookie.ts';

export function changeIdentity(user: AuthUser | undefined): void {
  if (!isBrowser()) return;
  keepHint(user !== undefined);
  startEpoch({ user, loading: false, error: undefined });
  notifyTabs({});
}

/** Records the user that the service reported. This is no identity change, unless another tab has changed the cookies. */
export function learnUser(user: AuthUser): void {
  const before = state().identity.user;
  if (before && before.id !== user.id) changeIdentity(user);
  else setIdentity({ user, loading: false, error: undefined });
}
