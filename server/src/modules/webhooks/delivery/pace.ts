const LOOK_EVERY_MS = 50;
/** So many requests at once, and as many answered between two looks: callers would wait for deliveries. */
const CROWD = 8;
/** A crowd is over after so many looks without one: a second, since answers stop for longer than a look when the disk is slow. */
const CALM_LOOKS = 20;
/** Parts of the time in which the event loop is busy: above the first deliveries step back, below the second they come on. */
const LOOP_FULL = 0.5;
const LOOP_FREE = 0.3;
/** Attempts between two looks that are started in any case: 80 a second. */
export const STARTS_MIN = 4;
/** So many more at each look, and from the second on nothing is held back. */
const STARTS_MORE = 4;
const STARTS_MAX = 400;

/** What callers asked of the process since the last look. */
export interface RequestLoad {
  /** The most requests that were under way at the same time. */
  readonly atOnce: number;
  readonly answered: number;
}

export interface Look {
  readonly requests: RequestLoad;
  /** Of the event loop, from 0 to 1. */
  readonly utilization: number;
  /** Attempts since the last look. */
  readonly started: number;
}

export interface Allowance {
  /** Attempts until the next look. */
  readonly starts: number;
  /** Looks since the last crowd. */
  readonly calmLooks: number;
}

export const ALL: Allowance = { starts: Number.POSITIVE_INFINITY, calmLooks: CALM_LOOKS };

/**
 * Callers come first: while many requests share a busy event loop, fewer attempts are started, half as many at each look.
 * When the loop has time again they become more, slowly. A busy loop alone changes nothing, because deliveries themselves may
 * be what keeps it busy.
 */
export function allowanceAfter({ starts, calmLooks }: Allowance, { requests, utilization, started }: Look): Allowance {
  if (requests.atOnce < CROWD || requests.answered < CROWD)
    return calmLooks + 1 >= CALM_LOOKS ? ALL : { starts, calmLooks: calmLooks + 1 };
  if (utilization > LOOP_FULL)
    return { starts: Math.max(STARTS_MIN, Math.floor(Math.min(starts, started) / 2)), calmLooks: 0 };
  const more = utilization < LOOP_FREE ? starts + STARTS_MORE : starts;
  return { starts: more > STARTS_MAX ? Number.POSITIVE_INFINITY : more, calmLooks: 0 };
}

export interface Pace {
  /** Attempts that may be started until the next look. */
  left(): number;
  /** One was started, or waits for its turn. */
  note(started: boolean): void;
}

export interface PaceContext {
  /** Gives what was asked since it was asked last. */
  readonly requests: () => RequestLoad;
  /** There is a new allowance. Says whether anything waits. */
  readonly onLook: () => boolean;
}

/** Looks as long as there is something to send. */
export function createPace({ requests, onLook }: PaceContext): Pace {
  let allowance = ALL;
  let started = 0;
  let looking: NodeJS.Timeout | undefined;
  let loop = performance.eventLoopUtilization();

  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, loop);
    loop = now;
    const wasIdle = started === 0;
    allowance = allowanceAfter(allowance, { requests: requests(), utilization, started });
    started = 0;
    if (onLook() || !wasIdle || allowance !== ALL) return;
    clearInterval(looking);
    looking = undefined;
  };

  const begin = (): void => {
    loop = performance.eventLoopUtilization();
    requests();
    looking = setInterval(look, LOOK_EVERY_MS).unref();
  };

  return {
    left: () => allowance.starts - started,
    note: (isStarted) => {
      if (isStarted) started += 1;
      if (looking === undefined) begin();
    },
  };
}
