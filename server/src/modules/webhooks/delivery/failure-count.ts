import {
  afterAttempt,
  attemptsLeft,
  counterAfter,
  FAILURES_MAX,
  NO_CHANGE,
  type StreakChange,
} from './failure-streak.ts';
import type { FinishedAttempt } from './result-store.ts';

/** The failures in a row of one webhook: what is recorded, and what has ended since. */
export class FailureCount {
  #recorded: number;
  /** In the order in which they ended. */
  #unrecorded: FinishedAttempt[] = [];
  /** Their effect on the counter. */
  #change = NO_CHANGE;

  constructor(recorded: number) {
    this.#recorded = recorded;
  }

  recorded(): number {
    return this.#recorded;
  }

  /** The store says so. */
  setRecorded(recorded: number): void {
    this.#recorded = recorded;
  }

  unrecorded(): number {
    return this.#unrecorded.length;
  }

  add(finished: FinishedAttempt): void {
    this.#unrecorded.push(finished);
    this.#change = changeBy(this.#change, finished);
  }

  /** They are recorded, or never will be. */
  remove(finished: readonly FinishedAttempt[]): void {
    const gone = new Set(finished);
    this.#unrecorded = this.#unrecorded.filter((one) => !gone.has(one));
    this.#change = this.#unrecorded.reduce(changeBy, NO_CHANGE);
  }

  isZero(): boolean {
    return this.#now() === 0;
  }

  isAtLimit(): boolean {
    return this.#now() >= FAILURES_MAX;
  }

  /** One more may fail beside those under way, before the webhook is switched off. */
  mayFail(underWay: number): boolean {
    return attemptsLeft(this.#now(), underWay) > 0;
  }

  #now(): number {
    return counterAfter(this.#recorded, this.#change);
  }
}

function changeBy(change: StreakChange, { outcome, trigger }: FinishedAttempt): StreakChange {
  return afterAttempt(change, { isSuccess: outcome.isSuccess, isAuto: trigger === 'auto' });
}
