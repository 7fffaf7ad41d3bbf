/** `nested`: of a function that holds a place already. `background`: nobody waits for it, so it gives way to callers. */
export type CallKind = 'caller' | 'nested' | 'background';

/** How many calls of one project run at the same time, and how many wait for their turn. */
export interface CallLimit {
  /** Does the work of a call when it is its turn. Undefined, and at once, when there is not even a place to wait in. */
  run<Outcome>(kind: CallKind, work: () => Promise<Outcome>): Promise<Outcome | undefined>;
}

const RUNNING_MAX = 16;
const WAITING_MAX = 64;
/** Half of the places: callers always find the others. */
const RUNNING_IN_BACKGROUND_MAX = 8;
/** A function that calls others holds its place; those others have places of their own, and never wait. */
const NESTED_MAX = 64;
/**
 * While other projects call too, one of a project begins at a time, because what begins passes through the thread that all share
 * (docs/decisions/0022). A call that lasts longer than this waits, or computes where it gives way: it is in nobody's way.
 */
const BEGINNING_MS = 1;

/** `isAlone`: whether no other project has called a function lately. */
export function createCallLimit(isAlone: () => boolean): CallLimit {
  const waiting: (() => void)[] = [];
  /** Its length is bounded by whoever starts background calls. */
  const waitingInBackground: (() => void)[] = [];
  let running = 0;
  let inBackground = 0;
  /** Of the call that begins. */
  let beginning: NodeJS.Timeout | undefined;
  let nested = 0;

  const mayStart = (): boolean => running < RUNNING_MAX && (beginning === undefined || isAlone());
  const mayStartInBackground = (): boolean =>
    waiting.length === 0 && inBackground < RUNNING_IN_BACKGROUND_MAX && mayStart();
  const startNext = (): void => {
    while (waiting.length > 0 && mayStart()) waiting.shift()?.();
    while (waitingInBackground.length > 0 && mayStartInBackground()) waitingInBackground.shift()?.();
  };

  /** Takes a place. Gives what gives it back. */
  const enter = (isBackground: boolean): (() => void) => {
    running += 1;
    if (isBackground) inBackground += 1;
    const hasBegun = isAlone() ? undefined : begin();
    return () => {
      running -= 1;
      if (isBackground) inBackground -= 1;
      hasBegun?.();
      startNext();
    };
  };
  const begin = (): (() => void) => {
    const own = setTimeout(() => {
      hasBegun();
      startNext();
    }, BEGINNING_MS);
    const hasBegun = (): void => {
      clearTimeout(own);
      if (beginning === own) beginning = undefined;
    };
    beginning = own;
    return hasBegun;
  };
  const turn = (isBackground: boolean): Promise<() => void> =>
    new Promise((resolve) => {
      (isBackground ? waitingInBackground : waiting).push(() => resolve(enter(isBackground)));
    });

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
    async run(kind, work) {
      if (kind === 'nested') return await runNested(work);
      const isBackground = kind === 'background';
      // A newcomer takes no place from who waits, and has one to wait in while less than all run.
      const isFree = isBackground ? mayStartInBackground() : waiting.length === 0 && mayStart();
      if (!isFree && !isBackground && running + waiting.length >= RUNNING_MAX + WAITING_MAX) return undefined;
      const leave = isFree ? enter(isBackground) : await turn(isBackground);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
