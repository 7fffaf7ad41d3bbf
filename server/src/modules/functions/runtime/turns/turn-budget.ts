export interface TurnBudget {
  /** Milliseconds during which nothing more may be read from the process, often 0. */
  spend(ms: number): number;
}

/** Half of the thread, so that others wait at most twice as long. */
const SHARE = 0.5;
/** Time that may be spent at once after a pause. */
const BURST_MS = 2;

/** Nothing is lost, because the process waits. */
export function createTurnBudget(now: () => number = () => performance.now()): TurnBudget {
  let spentMs = 0;
  let atMs = now();
  return {
    spend(ms) {
      const nowMs = now();
      spentMs = Math.max(0, spentMs - (nowMs - atMs) * SHARE) + ms;
      atMs = nowMs;
      return spentMs <= BURST_MS ? 0 : (spentMs - BURST_MS) / SHARE;
    },
  };
}
