import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Frame } from '../wire/frames.ts';
import { Replies } from './replies.ts';

const replyTo = (id: number): Frame => ({ kind: 'json', id, number: 0, texts: [String(id)] });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openReplies(expected: number) {
  const sent: number[] = [];
  const replies = new Replies(({ id }) => sent.push(id));
  for (let count = 0; count < expected; count += 1) replies.expect();
  return { sent, add: (id: number) => replies.add([replyTo(id)]) };
}

test('the reply to a single request is sent at once', () => {
  const { sent, add } = openReplies(1);
  add(1);
  expect(sent).toEqual([1]);
});

test('replies to requests that arrived together are sent together, in the order they became ready', () => {
  const { sent, add } = openReplies(3);
  add(2);
  add(3);
  expect(sent).toEqual([]);
  add(1);
  expect(sent).toEqual([2, 3, 1]);
  expect(vi.getTimerCount()).toBe(0);
});

test('no reply waits more than a millisecond for a slow one, and later replies are sent at once', () => {
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
