const RETRY_DELAYS_MS = [10_000, 60_000, 300_000];

/** Delay before the retry after attempt number `attempt`; undefined when no retry is left. */
export function retryDelayMs(attempt: number, { retries }: { readonly retries: number }): number | undefined {
  return attempt <= retries ? RETRY_DELAYS_MS[attempt - 1] : undefined;
}
