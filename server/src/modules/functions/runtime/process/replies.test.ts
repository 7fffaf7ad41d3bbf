import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Frame } from '../wire/frames.ts';
import { Replies } from './replies.ts';

const replyTo = (id: number): Frame => ({ kind: 'json', id, number: 0, texts: [String(id)] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openReplies(expected: number) {
  const sent: number[] = [];
  const replies = new Replies(({ id }) => sent.push(id));
  for (let asked = 0; asked < expected; asked += 1) replies.expect();
  return { sent, add: (id: number) => replies.add([replyTo(id)]) };
}

test('the reply to the only one that asked leaves at once', () => {
  const { sent, add } = openReplies(1);
  add(1);
  expect(sent).toEqual([1]);
});

test('replies to what was asked together leave together, in the order in which they were ready', () => {
  const { sent, add } = openReplies(3);
  add(2);
  add(3);
  expect(sent).toEqual([]);
  add(1);
  expect(sent).toEqual([2, 3, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('none waits longer than a millisecond for a slow one, and what comes later waits for nothing', () => {
  const { sent, add } = openReplies(4);
  add(1);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([1]);
  add(2);
  expect(sent).toEqual([1, 2]);
  add(3);
  add(4);
  expect(sent).toEqual([1, 2, 3, 4]);
  expect(vi.getTimerCount()).toBe(0);
});
