import { expect, test } from 'vitest';
import { ReadCosts } from './read-costs.ts';
import { ScanLimit } from './scan-limit.ts';

const SHAPE = 'SELECT …';

function recorded(...tookMs: readonly number[]): ReadCosts {
  return recordedBeside(0, tookMs);
}

function recordedBeside(scans: number, tookMs: readonly number[], costs = new ReadCosts()): ReadCosts {
  for (const ms of tookMs) costs.record(SHAPE, ms, scans);
  return costs;
}

test.each([
  { shape: 'a short one', costs: recorded(1, 1, 1), tookMs: 5, beyond: 4 },
  { shape: 'an unknown one, which may be short', costs: recorded(), tookMs: 5, beyond: 3 },
  { shape: 'an unknown one that took long', costs: recorded(), tookMs: 40, beyond: undefined },
  { shape: 'one that is not proven yet', costs: recorded(1, 1), tookMs: 5, beyond: undefined },
  { shape: 'one that is neither short nor dear', costs: recorded(6, 6, 6), tookMs: 9, beyond: undefined },
  { shape: 'one that ran beside one scan', costs: recordedBeside(1, [3, 3, 3]), tookMs: 9, beyond: 6 },
  { shape: 'one that ran beside two scans only', costs: recordedBeside(2, [3, 3, 3]), tookMs: 9, beyond: 7 },
  { shape: 'a dear one', costs: recorded(50, 50, 50), tookMs: 90, beyond: undefined },
])('a read is compared with short ones of its shape, if they are known: $shape', ({ costs, tookMs, beyond }) => {
  expect(costs.beyondUsualMs(SHAPE, tookMs)).toBe(beyond);
});

test('a shape is cheap after three short runs, and dear when its mean is above 12 ms', () => {
  expect([recorded(1, 1), recorded(1, 1, 1)].map((costs) => costs.isCheap(SHAPE))).toEqual([false, true]);
  const slower = recorded(1, 1, 1, 60);
  expect([slower.isCheap(SHAPE), slower.isDear(SHAPE), slower.isSlow(SHAPE)]).toEqual([false, true, false]);
  expect(recorded(150).isSlow(SHAPE)).toBe(true);
});

test('what a shape usually takes does not grow while several scans delay it', () => {
  const costs = recordedBeside(4, Array<number>(20).fill(6), recorded(1, 1, 1));
  expect(costs.beyondUsualMs(SHAPE, 6)).toBe(5);
});

test('while scans delay a short read by 5 ms, few of them run, for as long as that lasts', () => {
  let nowMs = 0;
  const [costs, limit] = [recorded(1, 1, 1), new ScanLimit(4, () => nowMs)];
  const seen: number[] = [];
  for (let second = 1; second <= 60; second += 1) {
    for (let read = 0; read < 100; read += 1) {
      const scans = limit.current();
      const tookMs = scans > 1 ? 6 : 1.5;
      limit.noteRead(costs.beyondUsualMs(SHAPE, tookMs) ?? 0, scans);
      costs.record(SHAPE, tookMs, scans);
    }
    seen.push(limit.current());
    nowMs += 1000;
  }
  expect(new Set(seen)).toEqual(new Set([1]));
});
