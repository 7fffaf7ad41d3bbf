/** A wait is shorter or longer by up to this share, so that what failed together does not come back together. */
const JITTER = 0.2;
/** A receiver may ask for up to so many times the wait there would be anyway. */
const ASKED_MAX = 2;

export interface Failed {
  /** Which automatic attempt failed, from 1. */
  readonly attempt: number;
  /** The wait that the receiver asked for. */
  readonly retryAfterMs: number | undefined;
}

/** How long until the next automatic attempt; undefined after the last. `random`: from 0 to 1. */
export function retryDelayMs(
  { attempt, retryAfterMs = 0 }: Failed,
  waitsMs: readonly number[],
  random: number,
): number | undefined {
  const base = waitsMs[attempt - 1];
  if (base === undefined) return undefined;
  const wanted = Math.min(Math.max(retryAfterMs, base), base * ASKED_MAX);
  return Math.round(wanted * (1 - JITTER + 2 * JITTER * random));
}

/** The wait that a `Retry-After` asks for, as seconds or as a date (RFC 9110 §10.2.3); undefined when it says neither. */
export function readRetryAfter(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1000;
  const at = /GMT$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
