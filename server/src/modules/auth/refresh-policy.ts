/**
 * Decides on a genuine refresh token by its counter and the counter of its session. A browser may still hold the previous token
 * because it lost the answer or another tab was faster: it gets the current pair again. An older token went out of use when a
 * newer one was used, so its appearance means that it was copied.
 */
export function decideRefresh(tokenCounter: number, sessionCounter: number): 'rotate' | 'repeat' | 'end' {
  if (tokenCounter === sessionCounter) return 'rotate';
  return tokenCounter === sessionCounter - 1 ? 'repeat' : 'end';
}

const GRACE_MS = 10_000;

/**
 * Until when a rotated session token stays valid. Requests with it may be under way, and tabs refresh at the same moment. A
 * rotation never extends the life of a token.
 */
export function previousUntilMs(accessUntilMs: number, nowMs: number): number {
  return Math.min(accessUntilMs, nowMs + GRACE_MS);
}
