/**
 * Answer to a genuine refresh token, by the counter it carries and the one its session has. The one before
 * the newest is what a browser still has whose answer was lost, or whose other tab was faster: it gets the present pair
 * once more. An older one has been out of use since a newer one was used, so somebody has copied it.
 */
export function decideRefresh(tokenCounter: number, sessionCounter: number): 'rotate' | 'repeat' | 'end' {
  if (tokenCounter === sessionCounter) return 'rotate';
  return tokenCounter === sessionCounter - 1 ? 'repeat' : 'end';
}

const GRACE_MS = 10_000;

/**
 * Until when the session token that a rotation replaces still counts: requests that were sent with it are under way, and
 * tabs renew at the same moment. A rotation never lengthens the life of a token.
 */
export function previousUntilMs(accessUntilMs: number, nowMs: number): number {
  return Math.min(accessUntilMs, nowMs + GRACE_MS);
}
