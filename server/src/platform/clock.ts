/** Where the time comes from; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 UTC with milliseconds and `Z`, the form of every time on the wire. */
export function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}
