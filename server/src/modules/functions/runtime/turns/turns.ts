import type { TurnBudget } from './turn-budget.ts';

export type Turns = (work: () => void) => void;

/** In one turn of the event loop, so that others wait for a fraction of a millisecond: each takes 20 to 30 µs. */
const STARTS_PER_TURN = 16;

/** `unseenMs`: what each task costs the thread besides its own work. */
export function createTurns(budget: TurnBudget, unseenMs: number): Turns {
  const waiting: (() => void)[] = [];
  let startsInTurn = 0;
  let isBusy = false;

  const takeTurns = (): void => {
    while (!isBusy && startsInTurn < STARTS_PER_TURN) {
      const work = waiting.shift();
      if (work === undefined) return;
      // The next turn is the one that follows the next poll for events, not the rest of this one.
      if (startsInTurn === 0) setImmediate(() => setImmediate(endTurn));
      startsInTurn += 1;
      run(work);
    }
  };
  const endTurn = (): void => {
    startsInTurn = 0;
    takeTurns();
  };
  const run = (work: () => void): void => {
    const startedMs = performance.now();
    isBusy = true;
    work();
    const restMs = budget.spend(performance.now() - startedMs + unseenMs);
    isBusy = restMs > 0;
    if (isBusy) setTimeout(endRest, restMs).unref();
  };
  const endRest = (): void => {
    isBusy = false;
    takeTurns();
  };
  return (work) => {
    waiting.push(work);
    takeTurns();
  };
}
