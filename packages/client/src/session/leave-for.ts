import type { addressOf } from '../core/config.ts';
import type { keepHint } from './hint-cookie.ts';

/** Functions that callers pass to this module, for the reason that `SignInCore` gives. */
interface LeaveCore {
  readonly addressOf: typeof addressOf;
  readonly keepHint: typeof keepHint;
}

export function leaveFor(core: LeaveCore, provider: string, redirectTo: string = location.href): void {
  const address = core.addressOf(`/auth/oauth/${encodeURIComponent(provider)}`);
  // After the redirect the page must ask who is signed in, even where it cannot read the service's own hint cookie.
  if (address.startsWith('http')) core.keepHint(true);
  location.assign(`${address}?${new URLSearchParams({ redirect_to: redirectTo })}`);
}
