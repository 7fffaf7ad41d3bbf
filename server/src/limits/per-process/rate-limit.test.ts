import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTestClock } from '../../../test/test-clock.ts';
import { RateLimit } from './rate-limit.ts';

describe('a rate limit', () => {
  test('grants exactly its number at once, and says when it grants again', () => {
    const clock = createTestClock();
    const limit = new RateLimit(300, clock);
    for (let n = 0; n < 300; n += 1)
      expect(limit.take('a', 1)).toMatchObject({ isGranted: true, remaining: 299 - n, resetSeconds: 10 });
    const refused = limit.take('a', 1);
    expect(refused).toMatchObject({ isGranted: false, remaining: 0 });
    expect(limit.take('b', 1).isGranted).toBe(true);
    clock.advance(refused.resetSeconds * 1000);
    expect(limit.take('a', 1).isGranted).toBe(true);
  });

  test('does not count refused requests', () => {
    const limit = new RateLimit(100, createTestClock());
    expect(limit.take('a', 60).isGranted).toBe(true);
    expect(limit.take('a', 60).isGranted).toBe(false);
    expect(limit.take('a', 40).isGranted).toBe(true);
  });

  test('never grants more than the limit in any 10 s, and announces a sufficient wait', () => {
    const step = fc.record({ waitMs: fc.integer({ min: 0, max: 4000 }), amount: fc.integer({ min: 1, max: 4 }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
        const clock = createTestClock();
        const limit = new RateLimit(10, clock);
        const granted: { at: number; amount: number }[] = [];
        for (const { waitMs, amount } of steps) {
          clock.advance(waitMs);
          const quota = limit.take('a', amount);
          expect(quota.resetSeconds).toBeLessThanOrEqual(10);
          if (quota.isGranted) granted.push({ at: clock.now(), amount });
          const inWindow = granted.filter(({ at }) => at > clock.now() - 10_000);
          expect(inWindow.reduce((sum, one) => sum + one.amount, 0)).toBeLessThanOrEqual(10);
          if (!quota.isGranted) {
            clock.advance(quota.resetSeconds * 1000);
            expect(limit.take('a', amount).isGranted).toBe(true);
            granted.push({ at: clock.now(), amount });
          }
        }
      }),
    );
  });

  test('after a clock is set back frees nothing early and holds nothing longer than the window', () => {
    const clock = createTestClock();
    const limit = new RateLimit(1, clock);
    expect(limit.take('a', 1).isGranted).toBe(true);
    clock.advance(-60_000);
    expect(limit.take('a', 1)).toMatchObject({ isGranted: false, resetSeconds: 10 });
    clock.advance(9999);
    expect(limit.take('a', 1).isGranted).toBe(false);
    clock.advance(1);
    expect(limit.take('a', 1).isGranted).toBe(true);
  });

  test('needs bounded memory for any number of callers', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const limit = new RateLimit(1, createTestClock());
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < 200_000; n += 1) limit.take(`caller ${n}`, 1);
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(32 * 1024 * 1024);
    expect(limit.take('caller 199999', 1).isGranted).toBe(false);
  });

  test('needs bounded memory for each caller, however often they call', () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const clock = createTestClock();
    const limit = new RateLimit(1_000_000, clock);
    collect();
    const before = process.memoryUsage().heapUsed;
    for (let hit = 0; hit < 100; hit += 1) {
      clock.advance(499);
      for (let n = 0; n < 1000; n += 1) limit.take(`caller ${n}`, 1);
    }
    collect();
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(1000 * 3072);
    expect(limit.take('caller 0', 1).remaining).toBeGreaterThan(1_000_000 - 25);
  });

  test('gives each of several processes its share, and grants a larger batch when nothing else was counted', () => {
    const clock = createTestClock();
    let processes = 1;
    const limit = new RateLimit(100, clock, { processes: () => processes });
    expect(limit.take('a', 34)).toMatchObject({ limit: 100, remaining: 66, isGranted: true });
    processes = 3;
    expect(limit.take('a', 1)).toMatchObject({ limit: 34, remaining: 0, isGranted: false });
    expect(limit.take('b', 101)).toMatchObject({ isGranted: false });
    expect(limit.take('b', 100)).toMatchObject({ remaining: 0, isGranted: true });
    expect(limit.take('b', 1)).toMatchObject({ isGranted: false });
  });
});
