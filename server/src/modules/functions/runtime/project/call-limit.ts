/** How many calls of one project run at the same time, and how many wait for their turn. */
export interface CallLimit {
  /** Does the work of a call when it is its turn. Undefined, and at once, when there is not even a place to wait in. */
  run<Outcome>(isNested: boolean, work: () => Promise<Outcome>): Promise<Outcome | undefined>;
}

const RUNNING_MAX = 16;
const WAITING_MAX = 64;
/** A function that calls others holds its place; those others have places of their own, and never wait. */
const NESTED_MAX = 64;
/** How many of a project begin together while others call too: all that begin pass through the thread that all share (docs/decisions/0022). */
const BEGINNING_MAX = 2;
/** A call that lasts longer waits, or computes where it gives way: it is in nobody's way. */
const BEGINNING_MS = 2;

/** `isAlone`: whether no other project has called a function lately. */
export function createCallLimit(isAlone: () => boolean): CallLimit {
  const waiting: (() => void)[] = [];
  let running = 0;
  let beginning = 0;
  let nested = 0;

  const mayStart = (): boolean => running < RUNNING_MAX && (beginning < BEGINNING_MAX || isAlone());
  const startNext = (): void => {
    while (waiting.length > 0 && mayStart()) waiting.shift()?.();
  };

  /** Takes a place. Gives what gives it back. */
  const enter = (): (() => void) => {
    running += 1;
    const hasBegun = isAlone() ? undefined : begin();
    return () => {
      running -= 1;
      hasBegun?.();
      startNext();
    };
  };
  const begin = (): (() => void) => {
    beginning += 1;
    let isBeginning = true;
    const hasBegun = (): void => {
      clearTimeout(timer);
      if (isBeginning) beginning -= 1;
      isBeginning = false;
    };
    const timer = setTimeout(() => {
      hasBegun();
      startNext();
    }, BEGINNING_MS);
    return hasBegun;
  };
  const turn = (): Promise<() => void> => new Promise((resolve) => waiting.push(() => resolve(enter())));

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
      // A newcomer takes no place from who waits, and has one to wait in while less than all run.
      const isFree = waiting.length === 0 && mayStart();
      if (!isFree && running + waiting.length >= RUNNING_MAX + WAITING_MAX) return undefined;
      const leave = isFree ? enter() : await turn();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
