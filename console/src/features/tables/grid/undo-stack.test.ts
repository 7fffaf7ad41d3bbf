import { expect, test } from 'vitest';
import { type Change, createUndoStack } from './undo-stack.ts';

const change = (text: string): Change => ({ text, undone: `${text} undone`, undo: () => Promise.resolve() });

test('undo reverts the newest change first, up to fifty changes', () => {
  const stack = createUndoStack();
  for (let at = 0; at < 60; at += 1) stack.push(change(String(at)));
  expect(stack.take()?.text).toBe('59');
  expect(Array.from({ length: 49 }, () => stack.take()?.text).at(-1)).toBe('10');
  expect(stack.take()).toBeUndefined();
});

test('one particular change can be undone once, even after later changes', () => {
  const stack = createUndoStack();
  const wanted = change('deleted');
  stack.push(wanted);
  stack.push(change('edited'));
  expect(stack.take(wanted)).toBe(wanted);
  expect(stack.take(wanted)).toBeUndefined();
  expect(stack.take()?.text).toBe('edited');
});
