const SAMPLE_EVERY_MS = 50;
/** With this many concurrent requests, and as many answered between two samples, deliveries would delay callers. */
const CROWD = 8;
/** One second without load counts as calm: a slow disk can stop responses for longer than a sample. */
const CALM_SAMPLES = 20;
/** Shares of time in which the event loop is busy. Above the first, fewer attempts start; below the second, more do. */
const LOOP_FULL = 0.5;
const LOOP_FREE = 0.3;
/** Attempts that may always start between two samples: 80 a second. */
export const STARTS_MIN = 4;
/** The allowance grows by this much at each sample; above `STARTS_MAX` there is no limit. */
const STARTS_MORE = 4;
const STARTS_MAX = 400;

export interface RequestLoad {
  /** The highest number of concurrent requests. */
  readonly atOnce: number;
  readonly answered: number;
}

export interface Sample {
  readonly requests: RequestLoad;
  readonly utilization: number;
  readonly started: number;
}

export interface Allowance {
  readonly starts: number;
  readonly calmSamples: number;
}

export const ALL: Allowance = { starts: Number.POSITIVE_INFINITY, calmSamples: CALM_SAMPLES };

/**
 * Requests go first: under load each sample halves the attempts that may start, then they grow slowly. A busy loop
 * alone changes nothing, because the deliveries themselves may keep it busy.
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

export interface DeliveryPace {
  left(): number;
  start(): void;
  wait(): void;
}

export interface PaceContext {
  readonly requests: () => RequestLoad;
  /** Called with each new allowance; returns whether any attempt waits. */
  readonly onSample: () => boolean;
}

/** Samples only while there is something to send. */
export function createPace({ requests, onSample }: PaceContext): DeliveryPace {
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
