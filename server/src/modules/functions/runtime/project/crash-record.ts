import type { Clock } from '../../../../platform/clock.ts';

/** Counts the ends of a project's processes, and calls a halt when there are too many. */
export interface CrashRecord {
  add(): void;
  /** Seconds until the next try; undefined when it may be made now. */
  waitSeconds(): number | undefined;
}

const CRASHES_MAX = 5;
const WINDOW_MS = 60_000;
const HALT_MS = 30_000;

export function createCrashRecord(clock: Clock): CrashRecord {
  let crashes: number[] = [];
  let haltUntilMs = 0;
  return {
    add: () => {
      const now = clock.now();
      crashes = [...crashes.filter((ms) => ms > now - WINDOW_MS), now];
      if (crashes.length < CRASHES_MAX) return;
      crashes = [];
      haltUntilMs = now + HALT_MS;
    },
    waitSeconds: () => {
      const leftMs = haltUntilMs - clock.now();
      return leftMs > 0 ? Math.ceil(leftMs / 1000) : undefined;
    },
  };
}
