import type { Clock } from '../../platform/clock.ts';
import { RateLimit } from './rate-limit.ts';

const WINDOW_MS = 10_000;
/** Events signed by a provider, per project. */
const SIGNED_MAX = 2000;
const READS_MAX = 300;
const WRITES_MAX = 100;
/** Calls of one account below `/api/cloud`. */
const CLOUD_MAX = 600;
const CLOUD_WINDOW_MS = 60_000;
/** Refusals for one address that are answered at once; further ones are delayed (`http/answers/hold-refusal.ts`). */
const REFUSALS_MAX = 100;

/** Each process counts alone, so each of several processes grants its share. */
export function createRequestLimits(clock: Clock, processes: () => number = () => 1) {
  const windowMs = WINDOW_MS;
  return {
    read: new RateLimit(READS_MAX, clock, { windowMs, processes }),
    write: new RateLimit(WRITES_MAX, clock, { windowMs, processes }),
    signed: new RateLimit(SIGNED_MAX, clock, { windowMs, processes }),
    cloud: new RateLimit(CLOUD_MAX, clock, { windowMs: CLOUD_WINDOW_MS, processes }),
    refusals: new RateLimit(REFUSALS_MAX, clock, { windowMs }),
  };
}
