/**
 * A browser may still hold the previous token because it lost the answer or another tab was faster: it gets the current
 * pair again. An older token was replaced when a newer one was used, so its use means that it was stolen.
 */
export function decideRefresh(tokenCounter: number, sessionCounter: number): 'rotate' | 'repeat' | 'end' {
  if (tokenCounter === sessionCounter) return 'rotate';
  return tokenCounter === sessionCounter - 1 ? 'repeat' : 'end';
}

const GRACE_MS = 10_000;

/** Until when a rotated token stays valid, for requests under way and other tabs. Never extends its life. */
export function previousUntilMs(accessUntilMs: number, nowMs: number): number {
  return Math.min(accessUntilMs, nowMs + GRACE_MS);
}
