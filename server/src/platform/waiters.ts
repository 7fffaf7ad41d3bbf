import { setTimeout as sleep } from 'node:timers/promises';

/** The polling interval: a waiting request sees other processes' writes within this time. */
const LOOK_MS = 500;
/** Requests beyond this number that wait for the same key are answered at once. */
const WAITING_MAX = 50;

export interface WaitLimit {
  readonly seconds: number;
  readonly signal: AbortSignal;
}

export interface Waiters {
  /** Polls until `isEnough` or until `patience` runs out, and returns the last result. */
  until<Found>(
    key: string,
    read: () => Promise<Found>,
    isEnough: (found: Found) => boolean,
    patience: WaitLimit,
  ): Promise<Found>;
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
