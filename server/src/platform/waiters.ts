import { setTimeout as sleep } from 'node:timers/promises';

/** How often somebody who waits looks: what others write is seen within this time. */
const LOOK_MS = 500;
/** Requests beyond so many that wait for the same are answered at once. */
const WAITING_MAX = 50;

export interface Patience {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Requests that wait until there is something to answer. */
export interface Waiters {
  /** Asks again until `isEnough` or the patience is over, and gives what was there last. */
  until<Found>(
    key: string,
    read: () => Promise<Found>,
    isEnough: (found: Found) => boolean,
    patience: Patience,
  ): Promise<Found>;
  /** Everybody is answered with what there is. */
  stop(): void;
}

export function createWaiters(): Waiters {
  const waiting = new Map<string, number>();
  const stopping = new AbortController();

  const pause = async (signal: AbortSignal): Promise<void> => {
    await sleep(LOOK_MS, undefined, { signal: AbortSignal.any([signal, stopping.signal]) }).catch(() => undefined);
  };

  return {
    async until(key, read, isEnough, { seconds, signal }) {
      const endsAt = performance.now() + seconds * 1000;
      let found = await read();
      const others = waiting.get(key) ?? 0;
      if (seconds === 0 || others >= WAITING_MAX) return found;
      waiting.set(key, others + 1);
      try {
        while (!isEnough(found) && performance.now() < endsAt && !signal.aborted && !stopping.signal.aborted) {
          await pause(signal);
          found = await read();
        }
        return found;
      } finally {
        const left = (waiting.get(key) ?? 1) - 1;
        if (left === 0) waiting.delete(key);
        else waiting.set(key, left);
      }
    },
    stop: () => stopping.abort(),
  };
}
