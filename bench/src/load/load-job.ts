/** Process argument: run only on CPU time that nothing else needs. */
export const LAST = '--last';

export interface LoadJob {
  readonly port: number;
  readonly host: string;
  /** Complete HTTP/1.1 requests; each connection cycles through them from a different start. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadResult {
  readonly answers: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that were not 2xx, and broken connections; any value but 0 invalidates a figure. */
  readonly failures: number;
  readonly firstFailure: string | undefined;
}

export type LoadNews = { readonly kind: 'measuring' } | { readonly kind: 'done'; readonly result: LoadResult };
