import type { TurnBudget } from './turn-budget.ts';

export type Turns = (work: () => void) => void;

/** The cost of a request besides its own work: reading its head and sending a short answer. */
const UNSEEN_MS = 0.1;

export function createTurns(budget: TurnBudget): Turns {
  const waiting: (() => void)[] = [];
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
