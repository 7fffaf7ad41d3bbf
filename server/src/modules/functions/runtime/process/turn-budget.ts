/** How much of the service's one thread the messages of one process may take. */
export interface TurnBudget {
  /** Notes that the thread worked for the process. Gives how long nothing more may be read from it, often 0. */
  spend(ms: number): number;
}

/** Half of the thread, so that others wait at most twice as long. */
const SHARE = 0.5;
/** What may be spent at once after a time of rest. */
const BURST_MS = 2;

/** A process that says more than the thread can take is read more slowly; nothing is lost, and it waits. */
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
