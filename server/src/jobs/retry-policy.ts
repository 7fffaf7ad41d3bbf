const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** A mail server may be down for an hour without losing jobs; after half a day they are given up. */
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

/** How long a job waits after failed attempt number `attempt` (from 1), or undefined when it is given up. */
export function retryDelayMs(attempt: number): number | undefined {
  return DELAYS_MS[attempt - 1];
}
