/** The places of one project for calls that run at the same time, and for those that wait for one. */
export interface CallPlaces {
  /** Resolves with true when there is a place, at once with false when there is not even one to wait in. */
  take(isNested: boolean): Promise<boolean>;
  give(isNested: boolean): void;
}

export const RUNNING_MAX = 16;
export const WAITING_MAX = 64;
/** A function that calls others holds its place; those others have places of their own, and never wait. */
const NESTED_MAX = 64;

export function createCallPlaces(): CallPlaces {
  const waiting: ((has: boolean) => void)[] = [];
  let running = 0;
  let nested = 0;
  return {
    take: (isNested) => {
      if (isNested) {
        if (nested >= NESTED_MAX) return Promise.resolve(false);
        nested += 1;
        return Promise.resolve(true);
      }
      if (running < RUNNING_MAX) {
        running += 1;
        return Promise.resolve(true);
      }
      if (waiting.length >= WAITING_MAX) return Promise.resolve(false);
      return new Promise((resolve) => waiting.push(resolve));
    },
    give: (isNested) => {
      if (isNested) {
        nested -= 1;
        return;
      }
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next(true);
    },
  };
}
