import { expect, test } from 'vitest';
import { findRiddles } from './riddles.ts';

test('a comment that begins without a subject is found with its line', () => {
  const source = ['const a = 1;', '/** Of all rows those that match. */', '  // Whoever asks waits.'].join('\n');
  expect(findRiddles(source).map(({ line }) => line)).toEqual([2, 3]);
});

test('a type that is a bare participle is found', () => {
  expect(findRiddles('export interface Made {\ntype Listed = string;\nclass Kept {}')).toHaveLength(3);
});

test.each([
  '/** Returns the rows that match. */',
  '// Offsets count from 1.',
  'interface MadeStatement {',
  'type Feed = string;',
  "const text = '// Of course';",
  'type WhatChanged = string;',
])('nothing is said about %s', (source) => {
  expect(findRiddles(source)).toEqual([]);
});
