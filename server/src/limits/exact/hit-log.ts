import type { Quota } from '../quota.ts';

/** At most `max` in any span of `windowMs`. */
export interface Window {
  readonly max: number;
  readonly windowMs: number;
}

/** A quota of which one piece may be given back. */
export interface Hit extends Quota {
  /** As if it had not been counted. Does nothing when nothing was granted. */
  takeBack(): Promise<void>;
}

/** When what happened, for as long as a limit has to know. */
export interface HitLog {
  /** Counts one, unless `max` are counted already. Exact, also for callers at the same time. */
  take(key: string, window: Window): Promise<Hit>;
}

/** The quota that is left, from the times that count, oldest first. */
export function quotaOf(
  times: readonly number[],
  { max, windowMs }: Window,
  now: number,
): Pick<Quota, 'limit' | 'remaining' | 'resetSeconds'> {
  const oldest = times[Math.max(0, times.length - max)] ?? now;
  const resetSeconds = Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
  return { limit: max, remaining: Math.max(0, max - times.length), resetSeconds };
}
