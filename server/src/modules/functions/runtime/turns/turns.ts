import type { TurnBudget } from './turn-budget.ts';

/** Runs one piece of work when it is its turn. */
export type Turns = (work: () => void) => void;

/** The cost of a request outside of its work: reading its head, and sending a short answer. */
const UNSEEN_MS = 0.1;

/** Starts the work of one process in the order it came, as fast as the budget of that process allows. */
export function createTurns(budget: TurnBudget): Turns {
  const waiting: (() => void)[] = [];
  /** It starts work at the moment, or rests. */
  let isBusy = false;

  const takeTurns = (): void => {
    isBusy = true;
    for (let work = waiting.shift(); work !== undefined; work = waiting.shift()) {
      const startedMs = performance.now();
      work();
      const restMs = budget.spend(performance.now() - startedMs + UNSEEN_MS);
      if (restMs === 0) continue;
      setTimeout(takeTurns, restMs).unref();
      return;
    }
    isBusy = false;
  };
  return (work) => {
    waiting.push(work);
    if (!isBusy) takeTurns();
  };
}
