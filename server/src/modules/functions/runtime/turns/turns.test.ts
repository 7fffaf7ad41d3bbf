import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurnBudget } from './turn-budget.ts';
import { createTurns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FREE = { spend: () => 0 };

test('tasks start in order and at once within the budget, then as fast as the budget allows', () => {
  const turns = createTurns(
    createTurnBudget(() => performance.now()),
    0.1,
  );
  const started: number[] = [];
  for (let n = 0; n < 200; n += 1) turns(() => void started.push(n));
  const atOnce = started.length;
  expect(atOnce).toBeGreaterThan(10);
  expect(atOnce).toBeLessThan(40);
  // Each task costs 0.1 ms, and tasks may use half of the time.
  vi.advanceTimersByTime(10);
  expect(started.length).toBeLessThan(atOnce + 110);
  vi.advanceTimersByTime(1000);
  expect(started).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('tasks queued by a task run after it ends, before the next one', () => {
  const turns = createTurns(FREE, 0);
  const started: string[] = [];
  turns(() => {
    turns(() => void started.push('inner'));
    started.push('outer');
  });
  turns(() => void started.push('next'));
  expect(started).toEqual(['outer', 'inner', 'next']);
});

test('at most 16 tasks start between two polls for events', () => {
  const turns = createTurns(FREE, 0);
  const started: number[] = [];
  for (let n = 0; n < 40; n += 1) turns(() => void started.push(n));
  const counts = [started.length];
  for (let turn = 0; turn < 6; turn += 1) {
    vi.advanceTimersToNextTimer();
    counts.push(started.length);
  }
  expect(counts).toEqual([16, 16, 32, 32, 40, 40, 40]);
});
