import { ServiceError } from './errors.ts';
import { createRecentGroups } from './recent-groups.ts';

export interface FairLimitOptions {
  readonly atOnceMax: number;
  /** The rest is there for the others, however much one group wants. */
  readonly atOncePerGroupMax: number;
  /** The same while others have asked lately, where that is less. */
  readonly atOnceBesideOthersMax?: number;
  readonly waitingMax: number;
  readonly waitingPerGroupMax: number;
  /** How many a group may have waiting when `waitingMax` wait in all; none when not said. */
  readonly waitingPerGroupWhenFullMax?: number;
  /** Said to whom there is no room for any more. */
  readonly tooMany: string;
  readonly nowMs?: () => number;
}

/**
 * Runs works when it is their turn. Rejects with `overloaded` when too many wait, and with the signal's reason when that
 * aborts before the start.
 */
export type FairLimit = <T>(group: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

const RETRY_AFTER_SECONDS = 2;

/** Groups (projects) take turns; within one it is first come, first served. */
export function createFairLimit(options: FairLimitOptions): FairLimit {
  /** By group, the one that comes next first. */
  const waiting = new Map<string, (() => void)[]>();
  const running = new Map<string, number>();
  const recent = createRecentGroups(options.nowMs);
  let waitingCount = 0;
  let runningCount = 0;

  const shareOf = (group: string): number =>
    recent.isAlone(group) ? options.atOncePerGroupMax : (options.atOnceBesideOthersMax ?? options.atOncePerGroupMax);

  const mayRun = (group: string): boolean =>
    runningCount < options.atOnceMax && (running.get(group) ?? 0) < shareOf(group);

  const startNext = (): boolean => {
    for (const [group, queue] of waiting) {
      if (!mayRun(group)) continue;
      const start = queue.shift();
      waiting.delete(group);
      if (queue.length > 0) waiting.set(group, queue);
      waitingCount -= 1;
      start?.();
      return true;
    }
    return false;
  };

  const leave = (group: string, start: () => void): boolean => {
    const queue = waiting.get(group) ?? [];
    const at = queue.indexOf(start);
    if (at === -1) return false;
    queue.splice(at, 1);
    waitingCount -= 1;
    if (queue.length === 0) waiting.delete(group);
    return true;
  };

  const mayWait = (): number =>
    waitingCount >= options.waitingMax ? (options.waitingPerGroupWhenFullMax ?? 0) : options.waitingPerGroupMax;

  const turnOf = (group: string, signal: AbortSignal | undefined): Promise<void> => {
    const queue = waiting.get(group) ?? [];
    if (queue.length >= mayWait()) {
      throw new ServiceError('overloaded', options.tooMany, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    return new Promise((resolve, reject) => {
      const start = (): void => {
        occupy(group);
        resolve();
      };
      queue.push(start);
      waiting.set(group, queue);
      waitingCount += 1;
      signal?.addEventListener('abort', () => leave(group, start) && reject(signal.reason), { once: true });
    });
  };

  const occupy = (group: string): void => {
    runningCount += 1;
    running.set(group, (running.get(group) ?? 0) + 1);
  };

  const free = (group: string): void => {
    runningCount -= 1;
    const left = (running.get(group) ?? 1) - 1;
    if (left === 0) running.delete(group);
    else running.set(group, left);
    // More than one, when a share has grown because the others are gone.
    while (startNext());
  };

  return async (group, work, signal) => {
    signal?.throwIfAborted();
    recent.note(group);
    if (mayRun(group)) occupy(group);
    else await turnOf(group, signal);
    try {
      return await work();
    } finally {
      free(group);
    }
  };
}
