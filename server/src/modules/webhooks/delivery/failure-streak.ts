/** So many automatic attempts of a webhook that fail one after the other switch it off. */
export const FAILURES_MAX = 10;

/** The change of a webhook's counter by the attempts that ended since the last record, in the order in which they ended. */
export interface StreakChange {
  /** The counter was set to 0 on the way. */
  readonly isReset: boolean;
  /** Failures since then, or since the last record. */
  readonly failures: number;
}

export const NO_CHANGE: StreakChange = { isReset: false, failures: 0 };

/** Sends that somebody asked for do not count as failures; what arrives shows that the receiver works. */
export function afterAttempt(change: StreakChange, attempt: { isSuccess: boolean; isAuto: boolean }): StreakChange {
  if (attempt.isSuccess) return { isReset: true, failures: 0 };
  return attempt.isAuto ? { ...change, failures: change.failures + 1 } : change;
}

export function counterAfter(counter: number, { isReset, failures }: StreakChange): number {
  return (isReset ? 0 : counter) + failures;
}

/** How many more may be under way: should all of them fail, the last is the one that switches the webhook off. */
export function attemptsLeft(counter: number, underWay: number): number {
  return Math.max(0, FAILURES_MAX - counter - underWay);
}
