import type { Clock } from '../../../../platform/clock.ts';

export interface CrashRecord {
  add(): void;
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
