import { describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../../test/test-clock.ts';
import { createCrashRecord } from './crash-record.ts';

function recordOf(agesMs: readonly number[]): number | undefined {
  const clock = createTestClock();
  const record = createCrashRecord(clock);
  for (const ageMs of agesMs) {
    clock.advance(ageMs);
    record.add();
  }
  return record.waitSeconds();
}

describe('a record of crashes', () => {
  it.each([
    ['none', [], undefined],
    ['four at once', [0, 0, 0, 0], undefined],
    ['five at once', [0, 0, 0, 0, 0], 30],
    ['five within a minute', [0, 14_999, 15_000, 15_000, 15_000], 30],
    ['five within more than a minute', [0, 15_000, 15_000, 15_000, 15_000], undefined],
  ])('of %s', (_name, agesMs, waitSeconds) => {
    expect(recordOf(agesMs)).toBe(waitSeconds);
  });

  it('ends the pause after half a minute, and starts counting again', () => {
    const clock = createTestClock();
    const record = createCrashRecord(clock);
    for (let crash = 0; crash < 5; crash += 1) record.add();
    clock.advance(29_001);
    expect(record.waitSeconds()).toBe(1);
    clock.advance(1000);
    expect(record.waitSeconds()).toBe(undefined);
    record.add();
    expect(record.waitSeconds()).toBe(undefined);
  });
});
