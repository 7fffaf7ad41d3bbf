import type { AttemptTrigger } from '../webhook-tables.ts';

/** A wait varies by up to this share in both directions, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;
/** A receiver may extend a wait to at most this multiple of the configured one. */
const ASKED_MAX = 2;

export interface FailedAttempt {
  readonly attempt: number;
  readonly retryAfterMs: number | undefined;
}

/** Wait in milliseconds until the next automatic attempt; undefined after the last one. `random`: from 0 to 1. */
export function retryDelayMs(
  { attempt, retryAfterMs = 0 }: FailedAttempt,
  waitsMs: readonly number[],
  random: number,
): number | undefined {
  const base = waitsMs[attempt - 1];
  if (base === undefined) return undefined;
  const wanted = Math.min(Math.max(retryAfterMs, base), base * ASKED_MAX);
  return Math.round(wanted * (1 - JITTER + 2 * JITTER * random));
}

/** `Retry-After` in milliseconds, from seconds or a date (RFC 9110 §10.2.3); undefined when it is neither. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}

export interface StateAfter {
  readonly state: 'succeeded' | 'failed' | 'pending';
  readonly nextAttemptAtMs: number;
}

interface EndedAttempt {
  readonly outcome: { readonly isSuccess: boolean; readonly retryAfterMs?: number | undefined };
  readonly trigger: AttemptTrigger;
  readonly attempt: number;
}

export interface RetryTimes {
  readonly retryMs: readonly number[];
  readonly nowMs: number;
  readonly random: number;
}

/** Only automatic attempts are retried, until the configured waits are used up. */
export function stateAfter(
  { outcome, trigger, attempt }: EndedAttempt,
  { retryMs, nowMs, random }: RetryTimes,
): StateAfter {
  if (outcome.isSuccess) return { state: 'succeeded', nextAttemptAtMs: 0 };
  const failed = { attempt, retryAfterMs: outcome.retryAfterMs };
  const delayMs = trigger === 'auto' ? retryDelayMs(failed, retryMs, random) : undefined;
  if (delayMs === undefined) return { state: 'failed', nextAttemptAtMs: 0 };
  return { state: 'pending', nextAttemptAtMs: nowMs + delayMs };
}
