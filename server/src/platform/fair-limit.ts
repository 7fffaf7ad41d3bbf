import { ServiceError } from './errors.ts';
import { createRecentGroups } from './recent-groups.ts';

export interface FairLimitOptions {
  readonly atOnceMax: number;
  /** Groups cannot take the remaining places of `atOnceMax` from each other. */
  readonly atOncePerGroupMax: number;
  /** The limit per group while other groups have asked recently, where it is lower. */
  readonly atOnceBesideOthersMax?: number;
  readonly waitingMax: number;
  readonly waitingPerGroupMax: number;
  /** How many tasks a group may have waiting when `waitingMax` tasks wait in total; none when absent. */
  readonly waitingPerGroupWhenFullMax?: number;
  readonly tooMany: string;
  readonly nowMs?: () => number;
}

/** Rejects with `overloaded` when too many wait, or the signal's reason when it aborts before the start. */
export type FairLimit = <T>(group: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

const RETRY_AFTER_SECONDS = 2;

/** Groups (projects) take turns; within a group, tasks run in order of arrival. */
export function createFairLimit(options: FairLimitOptions): FairLimit {
  /** By group; the next group comes first. */
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
    // Several tasks may start when a group's share has grown because the other groups are gone.
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
