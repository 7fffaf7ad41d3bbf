/** A browser repeats the previous token after a lost answer or beside a faster tab; an older one was copied. */
export function decideRefresh(tokenCounter: number, sessionCounter: number): 'rotate' | 'repeat' | 'end' {
  if (tokenCounter === sessionCounter) return 'rotate';
  return tokenCounter === sessionCounter - 1 ? 'repeat' : 'end';
}

const GRACE_MS = 10_000;

/** Until when a rotated token stays valid, for requests under way and other tabs. Never extends its life. */
export function previousUntilMs(accessUntilMs: number, nowMs: number): number {
  return Math.min(accessUntilMs, nowMs + GRACE_MS);
}
