/** `nested`: made by a function that holds a place. `background`: no caller waits, so it gives way to callers. */
export type CallKind = 'caller' | 'nested' | 'background';

export interface CallLimit {
  /** Runs the work of a call when its turn comes. Returns undefined at once when the queue is full. */
  run<Outcome>(kind: CallKind, work: () => Promise<Outcome>): Promise<Outcome | undefined>;
}

const RUNNING_MAX = 16;
const WAITING_MAX = 64;
/** Half of the places, so that callers always find the other half. */
const RUNNING_IN_BACKGROUND_MAX = 8;
/** A function that calls others keeps its place; nested calls have separate places and never wait. */
const NESTED_MAX = 64;
/**
 * While other projects call too, a project starts its next call only after the last one has taken this long: starting
 * uses the thread that all projects share (docs/decisions/0022).
 */
const BEGINNING_MS = 1;

/** `isAlone`: whether no other project has called a function lately. */
export function createCallLimit(isAlone: () => boolean): CallLimit {
  const waiting: (() => void)[] = [];
  /** The dispatcher of background calls limits its length. */
  const waitingInBackground: (() => void)[] = [];
  let running = 0;
  let inBackground = 0;
  let beginning: NodeJS.Timeout | undefined;
  let nested = 0;

  const mayStart = (): boolean => running < RUNNING_MAX && (beginning === undefined || isAlone());
  const mayStartInBackground = (): boolean =>
    waiting.length === 0 && inBackground < RUNNING_IN_BACKGROUND_MAX && mayStart();
  const startNext = (): void => {
    while (waiting.length > 0 && mayStart()) waiting.shift()?.();
    while (waitingInBackground.length > 0 && mayStartInBackground()) waitingInBackground.shift()?.();
  };

  const takePlace = (isBackground: boolean): (() => void) => {
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
      (isBackground ? waitingInBackground : waiting).push(() => resolve(takePlace(isBackground)));
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
      // A new call never overtakes waiting ones. While running places are free, more than `WAITING_MAX` may wait.
      const isFree = isBackground ? mayStartInBackground() : waiting.length === 0 && mayStart();
      if (!isFree && !isBackground && running + waiting.length >= RUNNING_MAX + WAITING_MAX) return undefined;
      const leave = isFree ? takePlace(isBackground) : await turn(isBackground);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
