import type { Target } from './targets.ts';

export interface Figure {
  readonly work: string;
  readonly figure: string;
  readonly floor?: string;
  /** The number to compare with the target, if there is one. */
  readonly value?: number;
  readonly ratio?: string;
  readonly target?: Target;
  readonly p50Ms?: number;
  readonly p99Ms?: number;
  /** CPU time of the service per request. */
  readonly cpuUs?: number;
  /** The spread of the rates of rounds, or of their ratios where only those are compared, as `spreadOf` returns it. */
  readonly spread?: number | undefined;
  /** Answers that were not 2xx; any value but 0 invalidates the line. */
  readonly failures?: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** The distance between the highest and the lowest value as a part of the median; undefined for a single value. */
export function spreadOf(values: readonly number[]): number | undefined {
  return values.length < 2 ? undefined : (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Requests per second of a server that spends the echo's time and the SQL's time on each request, one after the other. */
export function compositeFloor(echoPerSecond: number, sqlPerSecond: number): number {
  return 1 / (1 / echoPerSecond + 1 / sqlPerSecond);
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

export function short(value: number): string {
  return value >= 100 ? whole(value) : String(Number(value.toPrecision(3)));
}
