/** This many consecutive failures of automatic attempts switch a webhook off. */
export const FAILURES_MAX = 10;

export interface StreakChange {
  readonly isReset: boolean;
  readonly failures: number;
}

export const NO_CHANGE: StreakChange = { isReset: false, failures: 0 };

/** Resends and tests do not count as failures, but their success shows that the receiver works. */
export function afterAttempt(change: StreakChange, attempt: { isSuccess: boolean; isAuto: boolean }): StreakChange {
  if (attempt.isSuccess) return { isReset: true, failures: 0 };
  return attempt.isAuto ? { ...change, failures: change.failures + 1 } : change;
}

export function counterAfter(counter: number, { isReset, failures }: StreakChange): number {
  return (isReset ? 0 : counter) + failures;
}

/** How many more attempts may start: if all of them fail, the last one switches the webhook off. */
export function attemptsLeft(counter: number, underWay: number): number {
  return Math.max(0, FAILURES_MAX - counter - underWay);
}
