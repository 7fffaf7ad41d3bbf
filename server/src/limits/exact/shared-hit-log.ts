import type { Database } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { type HitLog, quotaOf } from './hit-log.ts';
import { createHitsStore } from './hits-store.ts';

const SWEEP_MS = 60_000;

export function createSharedHitLog(options: {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: () => string;
  readonly onError: (error: unknown) => void;
}): HitLog {
  const { database, clock, ids, onError } = options;
  const store = createHitsStore(database);
  let sweptAt = clock.now();

  const sweepSometimes = (now: number): void => {
    if (Math.abs(now - sweptAt) < SWEEP_MS) return;
    sweptAt = now;
    store.sweep(now).catch(onError);
  };

  return {
    async take(key, window) {
      const now = clock.now();
      const id = ids();
      const hits = await store.take({ key, id, now, ...window });
      sweepSometimes(now);
      const isGranted = hits.some((hit) => hit.id === id);
      const takeBack = async (): Promise<void> => {
        if (isGranted) await store.remove(id);
      };
      const times = hits.map(({ at }) => at);
      return { ...quotaOf(times, window, now), isGranted, takeBack };
    },
  };
}
