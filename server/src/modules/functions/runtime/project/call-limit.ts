/** How many calls of one project run at the same time, and how many wait for their turn. */
export interface CallLimit {
  /** Does the work of a call when it is its turn. Undefined, and at once, when there is not even a place to wait in. */
  run<Outcome>(isNested: boolean, work: () => Promise<Outcome>): Promise<Outcome | undefined>;
}

const RUNNING_MAX = 16;
const WAITING_MAX = 64;
/** A function that calls others holds its place; those others have places of their own, and never wait. */
const NESTED_MAX = 64;

export function createCallLimit(): CallLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  let nested = 0;

  const runNested = async <Outcome>(work: () => Promise<Outcome>): Promise<Outcome | undefined> => {
    if (nested >= NESTED_MAX) return undefined;
    nested += 1;
    try {
      return await work();
    } finally {
      nested -= 1;
    }
  };
  return {
    async run(isNested, work) {
      if (isNested) return await runNested(work);
      if (running < RUNNING_MAX) running += 1;
      else if (waiting.length < WAITING_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
      else return undefined;
      try {
        return await work();
      } finally {
        // The place is handed on, so that a newcomer cannot take it from who waits.
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
  };
}
