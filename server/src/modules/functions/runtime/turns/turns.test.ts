import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTurnBudget, type TurnBudget } from './turn-budget.ts';
import { createTurns } from './turns.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FREE: TurnBudget = { measure: (work) => work(), restMs: () => 0 };

test('tasks start in order and at once within the budget, then as fast as the budget allows', () => {
  const turns = createTurns(createTurnBudget(() => performance.now()));
  const started: number[] = [];
  for (let n = 0; n < 200; n += 1) turns(() => void started.push(n), 0.1);
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
  const turns = createTurns(FREE);
  const started: string[] = [];
  turns(() => {
    turns(() => void started.push('inner'));
    started.push('outer');
  });
  turns(() => void started.push('next'));
  expect(started).toEqual(['outer', 'inner', 'next']);
});

test('at most 16 tasks start between two polls for events', () => {
  const turns = createTurns(FREE);
  const started: number[] = [];
  for (let n = 0; n < 40; n += 1) turns(() => void started.push(n));
  const counts = [started.length];
  for (let turn = 0; turn < 6; turn += 1) {
    vi.advanceTimersToNextTimer();
    counts.push(started.length);
  }
  expect(counts).toEqual([16, 16, 32, 32, 40, 40, 40]);
});

test('a task that starts while a message is read is charged once', () => {
  const clock = { nowMs: 0 };
  const advance = (): void => {
    clock.nowMs += 10;
  };
  const restAfter = (read: (budget: TurnBudget, work: () => void) => void): number => {
    const budget = createTurnBudget(() => clock.nowMs);
    const turns = createTurns(budget);
    read(budget, () => turns(advance));
    return budget.restMs();
  };
  const alone = restAfter((_budget, start) => start());
  const within = restAfter((budget, start) => budget.measure(start));
  expect(alone).toBeGreaterThan(0);
  expect(within).toBe(alone);
});

test('what a read costs besides its tasks is charged too, also when it fails', () => {
  const clock = { nowMs: 0 };
  const budget = createTurnBudget(() => clock.nowMs);
  const advance = (): void => {
    clock.nowMs += 10;
  };
  const read = (): void =>
    budget.measure(() => {
      budget.measure(advance);
      advance();
      throw new Error('Not a message.');
    });
  expect(read).toThrow('Not a message.');
  // Half of the second 10 ms has been paid back; 2 ms may be spent at once.
  expect(budget.restMs()).toBe((10 - 5 + 10 - 2) / 0.5);
});
