import type { Quota } from '../quota.ts';

/** At most `max` in any span of `windowMs`. */
export interface Window {
  readonly max: number;
  readonly windowMs: number;
}

export interface Hit extends Quota {
  /** Removes the hit from the count. Does nothing when nothing was granted. */
  takeBack(): Promise<void>;
}

export interface HitLog {
  /** Counts one hit, unless `max` are counted already. Exact, even for concurrent callers. */
  take(key: string, window: Window): Promise<Hit>;
}

export function quotaOf(
  times: readonly number[],
  { max, windowMs }: Window,
  now: number,
): Pick<Quota, 'limit' | 'remaining' | 'resetSeconds'> {
  const oldest = times[Math.max(0, times.length - max)] ?? now;
  const resetSeconds = Math.max(1, Math.ceil((oldest + windowMs - now) / 1000));
  return { limit: max, remaining: Math.max(0, max - times.length), resetSeconds };
}
