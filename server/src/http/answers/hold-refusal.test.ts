import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { createRequestLimits, rateLimited } from '../../limits/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { failureOf } from './failure.ts';
import { holdRefusal } from './hold-refusal.ts';

const REFUSED = rateLimited({ limit: 300, remaining: 0, resetSeconds: 9, isGranted: false });

/** Fails requests of an address; returns a function that counts the answered ones. */
function openScene(hasLimits = true) {
  const clock = createTestClock();
  const refusals = hasLimits ? createRequestLimits(clock).refusals : undefined;
  return {
    clock,
    failTimes(times: number, ip = '192.0.2.1', error: ServiceError = REFUSED): () => number {
      let told = 0;
      for (let failed = 0; failed < times; failed += 1)
        holdRefusal(failureOf(error), { ip, refusals }, () => (told += 1));
      return () => told;
    },
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a limited caller that does not wait', () => {
  it('is refused at once 100 times in 10 s, then with a delay of 200 ms', async () => {
    const { clock, failTimes } = openScene();
    const told = failTimes(110);
    expect(told()).toBe(100);
    await vi.advanceTimersByTimeAsync(199);
    expect(told()).toBe(100);
    await vi.advanceTimersByTimeAsync(1);
    expect(told()).toBe(110);
    await clock.advance(11_000);
    expect(failTimes(1)()).toBe(1);
  });

  it('does not delay other callers', () => {
    const { failTimes } = openScene();
    failTimes(200);
    expect(failTimes(1, '192.0.2.2')()).toBe(1);
  });

  it('gets other failures at once', () => {
    const { failTimes } = openScene();
    failTimes(200);
    expect(failTimes(200, '192.0.2.1', new ServiceError('not_found', 'Nothing is there.'))()).toBe(200);
  });

  it('is refused at once where no limits apply', () => {
    expect(openScene(false).failTimes(200)()).toBe(200);
  });
});
