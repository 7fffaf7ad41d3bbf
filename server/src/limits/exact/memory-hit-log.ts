import type { Clock } from '../../platform/clock.ts';
import { type HitLog, quotaOf } from './hit-log.ts';

/** The keys seen longest ago are forgotten first: making that many costs more time than any window is long. */
const KEYS_MAX = 100_000;

/** For a process that has its database to itself. */
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

/** A clock that was set back frees nothing early, and holds nobody longer than the window. */
function recentOf(times: readonly number[], now: number, windowMs: number): number[] {
  return times.map((at) => Math.min(at, now)).filter((at) => at > now - windowMs);
}
