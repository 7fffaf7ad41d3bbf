/** Where the time comes from; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

let lastMs = Number.NaN;
let lastTime = '';

/** ISO 8601 UTC with milliseconds and `Z`, the form of every time on the wire. Rows made together share it. */
export function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastTime = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastTime;
}
