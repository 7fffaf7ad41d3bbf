export type ReceiverOrder =
  | { readonly kind: 'listen' }
  /** Shuts or opens a path; a shut path does not answer until it is opened. */
  | { readonly kind: 'shut' | 'open'; readonly path: string }
  /** Reports when `count` deliveries have reached the path since the last `forget`, or when the time is over. */
  | { readonly kind: 'await'; readonly path: string; readonly count: number; readonly patienceMs: number }
  | { readonly kind: 'forget'; readonly path: string };

export interface ArrivalCounts {
  readonly count: number;
  readonly unsigned: number;
  /** From the opening of the path, or from the first request if that came earlier, to the last request. */
  readonly elapsedMs: number;
  /** From the time in the body to the arrival. */
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export type ReceiverNews =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'done' }
  | ({ readonly kind: 'arrived' } & ArrivalCounts);
