const RETRY_DELAYS_MS = [10_000, 60_000, 300_000];

export function retryDelayMs(attempt: number, { retries }: { readonly retries: number }): number | undefined {
  return attempt <= retries ? RETRY_DELAYS_MS[attempt - 1] : undefined;
}
