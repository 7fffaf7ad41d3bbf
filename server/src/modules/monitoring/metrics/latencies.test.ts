import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Latencies } from './latencies.ts';

function of(times: readonly number[]): Latencies {
  const latencies = new Latencies();
  for (const ms of times) latencies.add(ms);
  return latencies;
}

describe('the latencies', () => {
  it('give each percentile within the width of a bucket', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 250_000, noNaN: true }), { minLength: 1 }), (times) => {
        const sorted = [...times].sort((one, other) => one - other);
        for (const share of [0.5, 0.95]) {
          const exact = sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
          const found = of(times).percentile(share) ?? Number.NaN;
          expect(found).toBeLessThanOrEqual(Math.max(0.25, exact * Math.SQRT2) * 1.01 + 0.01);
          expect(found).toBeGreaterThanOrEqual(exact <= 0.25 ? 0 : (exact / Math.SQRT2) * 0.99 - 0.01);
        }
      }),
    );
  });

  it('give the same result after they are written, read and merged', () => {
    const [some, others] = [
      [1, 5, 5, 900],
      [0.1, 30_000, 5],
    ];
    const merged = new Latencies();
    merged.addText(of(some).toText());
    merged.merge(of(others));
    expect(merged.toText()).toBe(of([...some, ...others]).toText());
  });

  it('have no percentile without answers, and none beyond the last bucket', () => {
    expect(of([]).percentile(0.5)).toBeNull();
    expect(of([1e12]).percentile(0.5)).toBeLessThanOrEqual(262_144);
  });
});
