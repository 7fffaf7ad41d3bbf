const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Waits after the first, second, … failed try: an hour without a mail server loses nothing, half a day is given up. */
const DELAYS_MS = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  4 * HOUR_MS,
];

/** How long a job waits after its `attempt`-th try failed, or undefined when it is given up. */
export function retryDelayMs(attempt: number): number | undefined {
  return DELAYS_MS[attempt - 1];
}
