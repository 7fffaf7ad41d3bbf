import type { Clock } from '../src/platform/clock.ts';

/** A clock that stands still until a test moves it. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  set(ms: number): void;
}

export function createTestClock(startMs = Date.UTC(2026, 0, 2, 3, 4, 5)): TestClock {
  let ms = startMs;
  return {
    now: () => ms,
    advance: (by) => {
      ms += by;
    },
    set: (to) => {
      ms = to;
    },
  };
}
