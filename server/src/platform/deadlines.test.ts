import { expect, onTestFinished, test, vi } from 'vitest';
import { createDeadlines } from './deadlines.ts';

test('deadlines fire when they are due, earliest first, and never after close', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const waiting = new Set<number>();
  const reached: number[] = [];
  const deadlines = createDeadlines(() => {
    for (const atMs of waiting) {
      if (atMs > performance.now()) deadlines.add(atMs);
      else {
        waiting.delete(atMs);
        reached.push(atMs - startedMs);
      }
    }
  });
  const startedMs = performance.now();
  for (const ms of [500, 100, 300]) {
    waiting.add(startedMs + ms);
    deadlines.add(startedMs + ms);
  }
  vi.advanceTimersByTime(99);
  expect(reached).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(reached).toEqual([100]);
  vi.advanceTimersByTime(250);
  expect(reached).toEqual([100, 300]);
  deadlines.end();
  vi.advanceTimersByTime(10_000);
  expect(reached).toEqual([100, 300]);
});
