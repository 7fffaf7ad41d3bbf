import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurnBudget } from './turn-budget.ts';
import { createTurns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('work is started in order and at once while the budget lasts, then as fast as the budget allows', () => {
  const turns = createTurns(createTurnBudget(() => performance.now()));
  const started: number[] = [];
  for (let n = 0; n < 200; n += 1) turns(() => void started.push(n));
  const atOnce = started.length;
  expect(atOnce).toBeGreaterThan(10);
  expect(atOnce).toBeLessThan(40);
  // A piece costs 0.1 ms, of which the process may use half of the time.
  vi.advanceTimersByTime(10);
  expect(started.length).toBeLessThan(atOnce + 110);
  vi.advanceTimersByTime(1000);
  expect(started).toEqual(Array.from({ length: 200 }, (_, n) => n));
});

test('work that orders more work ends before that begins', () => {
  const turns = createTurns({ spend: () => 0 });
  const started: string[] = [];
  turns(() => {
    turns(() => void started.push('inner'));
    started.push('outer');
  });
  turns(() => void started.push('next'));
  expect(started).toEqual(['outer', 'inner', 'next']);
});
