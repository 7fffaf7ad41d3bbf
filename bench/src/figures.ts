import type { Target } from './targets.ts';

/** One line of the results. */
export interface Figure {
  readonly work: string;
  /** The measured value, with its unit. */
  readonly figure: string;
  readonly floor?: string;
  /** The number the target speaks of, when there is one. */
  readonly value?: number;
  readonly ratio?: string;
  readonly target?: Target;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** Service CPU for each request. */
  readonly cpuUs?: number;
  /** Answers that were not 2xx: anything but 0 makes the line worthless. */
  readonly failures?: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Requests per second of a server that spends the time of the echo and of the SQL, one after the other, on each. */
export function compositeFloor(echoPerSecond: number, sqlPerSecond: number): number {
  return 1 / (1 / echoPerSecond + 1 / sqlPerSecond);
}

/** `12,345` */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Three significant digits. */
export function short(value: number): string {
  return value >= 100 ? whole(value) : String(Number(value.toPrecision(3)));
}
