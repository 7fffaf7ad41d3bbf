/** Runs a work when fewer than so many are under way; the others wait in order. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export function createLimit(atOnceMax: number): Limit {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= atOnceMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place is handed on, so that a newcomer cannot take it from who waits.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
