/** Waits before the first, second and third time a failed run is made again. */
const RETRY_DELAYS_MS = [10_000, 60_000, 300_000];

/** How long the try after the `attempt`-th waits; undefined when there is none. */
export function retryDelayMs(attempt: number, { retries }: { readonly retries: number }): number | undefined {
  return attempt <= retries ? RETRY_DELAYS_MS[attempt - 1] : undefined;
}
