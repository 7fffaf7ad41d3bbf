export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

let lastMs = Number.NaN;
let lastTime = '';

/** ISO 8601 UTC with milliseconds and `Z`, the form of every time on the wire. Calls for the same millisecond share one string. */
export function isoTime(ms: number): string {
  if (ms !== lastMs) {
    lastTime = new Date(ms).toISOString();
    lastMs = ms;
  }
  return lastTime;
}
