import { setTimeout as wait } from 'node:timers/promises';
import type { Pace } from './judge-blob.ts';

/** Shorter waits cost more than they give. */
const SLACK_MS = 50;

/** Lets so many bytes a second through. Rejects with the signal's reason. */
export function createPace(bytesPerSecond: number, signal: AbortSignal): { readonly take: Pace; taken(): number } {
  let dueMs = performance.now();
  let taken = 0;
  return {
    async take(bytes) {
      signal.throwIfAborted();
      taken += bytes;
      // Time that was not used before is no credit.
      dueMs = Math.max(dueMs, performance.now()) + (bytes / bytesPerSecond) * 1000;
      const ahead = dueMs - performance.now();
      if (ahead > SLACK_MS) await wait(ahead, undefined, { signal, ref: false });
    },
    taken: () => taken,
  };
}
