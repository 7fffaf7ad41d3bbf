import {
  afterAttempt,
  attemptsLeft,
  counterAfter,
  FAILURES_MAX,
  NO_CHANGE,
  type StreakChange,
} from './failure-streak.ts';
import type { FinishedAttempt } from './result-store.ts';

export class FailureCount {
  #recorded: number;
  #unrecorded: FinishedAttempt[] = [];
  #change = NO_CHANGE;

  constructor(recorded: number) {
    this.#recorded = recorded;
  }

  recorded(): number {
    return this.#recorded;
  }

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

  /** Removes attempts that were recorded or will never be. */
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

  /** Whether one more attempt may fail, in addition to the running ones, before the webhook is switched off. */
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
