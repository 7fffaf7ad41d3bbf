export interface TurnBudget {
  /** Charges the time of `work` and `unseenMs`. Work that is measured within other work is charged once. */
  measure<Value>(work: () => Value, unseenMs?: number): Value;
  /** Milliseconds during which nothing more may be read from the process, often 0. */
  restMs(): number;
}

/** Half of the thread, so that others wait at most twice as long. */
const SHARE = 0.5;
/** Time that may be spent at once after a pause. */
const BURST_MS = 2;

/** Nothing is lost, because the process waits. */
export function createTurnBudget(now: () => number = () => performance.now()): TurnBudget {
  let spentMs = 0;
  let atMs = now();
  /** All time that was ever measured, so that outer work can subtract what was measured within it. */
  let measuredMs = 0;

  const spend = (ms: number): void => {
    const nowMs = now();
    spentMs = Math.max(0, spentMs - (nowMs - atMs) * SHARE) + ms;
    atMs = nowMs;
  };
  return {
    measure(work, unseenMs = 0) {
      const startedMs = now();
      const measuredBeforeMs = measuredMs;
      try {
        return work();
      } finally {
        const ownMs = now() - startedMs - (measuredMs - measuredBeforeMs);
        measuredMs += ownMs;
        spend(ownMs + unseenMs);
      }
    },
    restMs() {
      spend(0);
      return spentMs <= BURST_MS ? 0 : (spentMs - BURST_MS) / SHARE;
    },
  };
}
