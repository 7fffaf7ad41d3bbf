import { getConfig } from '../core/config.ts';
import { isBrowser } from '../core/shared-state.ts';

const DAYS_30 = 2_592_000;

/** The service sets the hint cookie together with the session; without it, no user is signed in. */
export function hasHint(): boolean {
  return isBrowser() && document.cookie.split('; ').includes(`${nameOfHint()}=1`);
}

/** If the service is on another host, the page cannot read its hint cookie, so it keeps one of its own. */
export function keepHint(isSignedIn: boolean): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the CookieStore is not in every browser that is supported.
  document.cookie = `${nameOfHint()}=1; Max-Age=${isSignedIn ? DAYS_30 : 0}; Path=/; SameSite=Lax`;
}

function nameOfHint(): string {
  return `${getConfig().projectId}_signed_in`;
}
