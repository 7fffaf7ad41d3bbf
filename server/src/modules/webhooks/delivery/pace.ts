const SAMPLE_EVERY_MS = 50;
/** So many requests at once, and as many answered between two samples: callers would wait for deliveries. */
const CROWD = 8;
/** A crowd is over after so many samples without one: a second, since answers stop for longer than a sample when the disk is slow. */
const CALM_SAMPLES = 20;
/** Parts of the time in which the event loop is busy: above the first deliveries step back, below the second they come on. */
const LOOP_FULL = 0.5;
const LOOP_FREE = 0.3;
/** Attempts between two samples that are started in any case: 80 a second. */
export const STARTS_MIN = 4;
/** So many more at each sample, and from the second on nothing is held back. */
const STARTS_MORE = 4;
const STARTS_MAX = 400;

/** Requests of callers since the last sample. */
export interface RequestLoad {
  /** The most requests that were under way at the same time. */
  readonly atOnce: number;
  readonly answered: number;
}

export interface Sample {
  readonly requests: RequestLoad;
  /** Of the event loop, from 0 to 1. */
  readonly utilization: number;
  /** Attempts since the last sample. */
  readonly started: number;
}

export interface Allowance {
  /** Attempts until the next sample. */
  readonly starts: number;
  /** Samples since the last crowd. */
  readonly calmSamples: number;
}

export const ALL: Allowance = { starts: Number.POSITIVE_INFINITY, calmSamples: CALM_SAMPLES };

/**
 * Callers come first: while many requests share a busy event loop, fewer attempts are started, half as many at each sample.
 * When the loop has time again they become more, slowly. A busy loop alone changes nothing, because deliveries themselves may
 * be what keeps it busy.
 */
export function allowanceAfter(
  { starts, calmSamples }: Allowance,
  { requests, utilization, started }: Sample,
): Allowance {
  if (requests.atOnce < CROWD || requests.answered < CROWD)
    return calmSamples + 1 >= CALM_SAMPLES ? ALL : { starts, calmSamples: calmSamples + 1 };
  if (utilization > LOOP_FULL)
    return { starts: Math.max(STARTS_MIN, Math.floor(Math.min(starts, started) / 2)), calmSamples: 0 };
  const more = utilization < LOOP_FREE ? starts + STARTS_MORE : starts;
  return { starts: more > STARTS_MAX ? Number.POSITIVE_INFINITY : more, calmSamples: 0 };
}

export interface Pace {
  /** Attempts that may be started until the next sample. */
  left(): number;
  /** One more is started. */
  start(): void;
  /** One waits for its turn. */
  wait(): void;
}

export interface PaceContext {
  /** Gives what was asked since it was asked last. */
  readonly requests: () => RequestLoad;
  /** There is a new allowance. Says whether anything waits. */
  readonly onSample: () => boolean;
}

/** Samples as long as there is something to send. */
export function createPace({ requests, onSample }: PaceContext): Pace {
  let allowance = ALL;
  let started = 0;
  let sampling: NodeJS.Timeout | undefined;
  let loop = performance.eventLoopUtilization();

  const sample = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, loop);
    loop = now;
    const wasIdle = started === 0;
    allowance = allowanceAfter(allowance, { requests: requests(), utilization, started });
    started = 0;
    if (onSample() || !wasIdle || allowance !== ALL) return;
    clearInterval(sampling);
    sampling = undefined;
  };

  const wait = (): void => {
    if (sampling !== undefined) return;
    loop = performance.eventLoopUtilization();
    requests();
    sampling = setInterval(sample, SAMPLE_EVERY_MS).unref();
  };

  return {
    left: () => allowance.starts - started,
    start: () => {
      started += 1;
      wait();
    },
    wait,
  };
}
