import type { Clock } from '../../platform/clock.ts';
import { type HitLog, quotaOf } from './hit-log.ts';

/** The least recently seen keys are evicted first. Creating this many keys takes longer than any window lasts. */
const KEYS_MAX = 100_000;

export function createMemoryHitLog(clock: Clock): HitLog {
  const log = new Map<string, number[]>();

  const remember = (key: string, times: number[]): void => {
    log.delete(key);
    log.set(key, times);
    const [first] = log.keys();
    if (log.size > KEYS_MAX && first !== undefined) log.delete(first);
  };

  return {
    take: (key, window) => {
      const now = clock.now();
      const recent = recentOf(log.get(key) ?? [], now, window.windowMs);
      const isGranted = recent.length < window.max;
      const times = isGranted ? [...recent, now] : recent;
      remember(key, times);
      const takeBack = async (): Promise<void> => {
        const kept = log.get(key) ?? [];
        const at = kept.indexOf(now);
        if (isGranted && at !== -1) remember(key, kept.toSpliced(at, 1));
      };
      return Promise.resolve({ ...quotaOf(times, window, now), isGranted, takeBack });
    },
  };
}

/** After a clock was set back, this frees nothing early and blocks no caller longer than the window. */
function recentOf(times: readonly number[], now: number, windowMs: number): number[] {
  return times.map((at) => Math.min(at, now)).filter((at) => at > now - windowMs);
}
