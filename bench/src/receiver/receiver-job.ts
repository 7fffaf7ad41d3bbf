/** An order to the receiver of deliveries. */
export type ReceiverOrder =
  | { readonly kind: 'listen' }
  /** Answers nothing to this path until it is opened. */
  | { readonly kind: 'shut' | 'open'; readonly path: string }
  /** Tells when so many have come to this path since it was last forgotten, or what has come when the time is up. */
  | { readonly kind: 'await'; readonly path: string; readonly count: number; readonly patienceMs: number }
  | { readonly kind: 'forget'; readonly path: string };

export interface Arrivals {
  readonly count: number;
  /** Without a signature: anything but 0 makes a figure worthless. */
  readonly unsigned: number;
  /** From the opening of the path, or its first arrival, to the last. */
  readonly elapsedMs: number;
  /** From the time in the body to the arrival. */
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export type ReceiverNews =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'done' }
  | ({ readonly kind: 'arrived' } & Arrivals);
