const SECOND_MS = 1000;
const HOUR_MS = 3_600_000;
const DELAY_MS_MAX = 6 * HOUR_MS;
/** Retries spread over this share of their delay, so that jobs that failed together do not return together. */
const JITTER = 0.2;
/** How many runs of a job may be cut off by the end of their process before the job fails, regardless of `retries`. */
const INTERRUPTIONS_MAX = 3;

export type JobStep =
  | { readonly state: 'succeeded' }
  | { readonly state: 'failed'; readonly error: string }
  | { readonly state: 'waiting'; readonly delayMs: number; readonly error: string };

/** How the run of a job ended. `isFinal`: the function refused with a 4xx, which a retry would not change. */
export type JobRunEnd =
  | { readonly kind: 'succeeded' }
  | { readonly kind: 'failed'; readonly error: string; readonly isFinal: boolean };

export function stepAfterRun(
  { retries, retriesLeft }: { readonly retries: number; readonly retriesLeft: number },
  end: JobRunEnd,
  random: number,
): JobStep {
  if (end.kind === 'succeeded') return { state: 'succeeded' };
  if (end.isFinal || retriesLeft === 0) return { state: 'failed', error: end.error };
  return { state: 'waiting', delayMs: retryDelayMs(retries - retriesLeft, random), error: end.error };
}

/** Delay of the n-th retry (starting at 0): 10 s × 4ⁿ ± 20 %, at most 6 h. */
export function retryDelayMs(repeat: number, random: number): number {
  const delayMs = Math.min(10 * SECOND_MS * 4 ** repeat, DELAY_MS_MAX);
  return Math.round(Math.min(delayMs * (1 + JITTER * (2 * random - 1)), DELAY_MS_MAX));
}

/** Whether a job restarts after this many of its runs were cut off by the end of their process. */
export function mayRestart(interruptions: number): boolean {
  return interruptions <= INTERRUPTIONS_MAX;
}
