import { expect, test } from 'vitest';
import { offsetOf, positionAt } from './code-position.ts';

const TEXT = 'one\n\nthree';

test.each([
  [{ line: 1, column: 1 }, 0],
  [{ line: 1, column: 4 }, 3],
  [{ line: 2, column: 1 }, 4],
  [{ line: 3, column: 2 }, 6],
])('%j is at offset %i, and back', (position, offset) => {
  expect(offsetOf(TEXT, position)).toBe(offset);
  expect(positionAt(TEXT, offset)).toEqual(position);
});

test.each([
  [{ line: 1, column: 99 }, 3],
  [{ line: 9, column: 99 }, 10],
  [{ line: 0, column: 0 }, 0],
])('%j, which is outside of the text, is the nearest offset %i', (position, offset) => {
  expect(offsetOf(TEXT, position)).toBe(offset);
});
