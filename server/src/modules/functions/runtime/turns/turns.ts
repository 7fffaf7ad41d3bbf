import type { TurnBudget } from './turn-budget.ts';

/** `unseenMs`: what a task costs the thread besides its own work. */
export type Turns = (work: () => void, unseenMs?: number) => void;

interface Task {
  readonly work: () => void;
  readonly unseenMs: number;
}

/** In one turn of the event loop, so that others wait for a fraction of a millisecond: each takes 20 to 30 µs. */
const STARTS_PER_TURN = 16;

export function createTurns(budget: TurnBudget): Turns {
  const waiting: Task[] = [];
  let startsInTurn = 0;
  let isBusy = false;

  const takeTurns = (): void => {
    while (!isBusy && startsInTurn < STARTS_PER_TURN) {
      const task = waiting.shift();
      if (task === undefined) return;
      // The next turn is the one that follows the next poll for events, not the rest of this one.
      if (startsInTurn === 0) setImmediate(() => setImmediate(endTurn));
      startsInTurn += 1;
      run(task);
    }
  };
  const endTurn = (): void => {
    startsInTurn = 0;
    takeTurns();
  };
  const run = ({ work, unseenMs }: Task): void => {
    isBusy = true;
    budget.measure(work, unseenMs);
    const restMs = budget.restMs();
    isBusy = restMs > 0;
    if (isBusy) setTimeout(endRest, restMs).unref();
  };
  const endRest = (): void => {
    isBusy = false;
    takeTurns();
  };
  return (work, unseenMs = 0) => {
    waiting.push({ work, unseenMs });
    takeTurns();
  };
}
