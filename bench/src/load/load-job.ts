/** An argument of the process: it gets only what everything else leaves of the processors. */
export const LAST = '--last';

/** One run of the load generator. */
export interface LoadJob {
  readonly port: number;
  readonly host: string;
  /** Whole HTTP/1.1 requests; connections take them in turn, starting at different places. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export interface LoadResult {
  /** Answers with a 2xx status within the measured time. */
  readonly answers: number;
  readonly elapsedMs: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Answers that were not 2xx, and connections that broke. Anything but 0 makes a figure worthless. */
  readonly failures: number;
  /** The first of them, to say why. */
  readonly firstFailure: string | undefined;
}

/** A message of the generator to the process that started it. */
export type LoadNews = { readonly kind: 'measuring' } | { readonly kind: 'done'; readonly result: LoadResult };
