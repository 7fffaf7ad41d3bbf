import { setTimeout as wait } from 'node:timers/promises';
import type { ReadPace } from './judge-blob.ts';

/** Shorter waits cost more than they gain. */
const SLACK_MS = 50;

/** Limits reading to `bytesPerSecond`. Rejects with the signal's reason. */
export interface Pace {
  readonly take: ReadPace;
  taken(): number;
}

export function createPace(bytesPerSecond: number, signal: AbortSignal): Pace {
  let dueMs = performance.now();
  let taken = 0;
  return {
    async take(bytes) {
      signal.throwIfAborted();
      taken += bytes;
      // Unused time gives no credit.
      dueMs = Math.max(dueMs, performance.now()) + (bytes / bytesPerSecond) * 1000;
      const ahead = dueMs - performance.now();
      if (ahead > SLACK_MS) await wait(ahead, undefined, { signal, ref: false });
    },
    taken: () => taken,
  };
}
