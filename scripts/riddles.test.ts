import { expect, test } from 'vitest';
import { findRiddles } from './riddles.ts';

test('a comment that begins without a subject is reported with its line', () => {
  const source = ['const a = 1;', '/** Of all rows those that match. */', '  // Whoever asks waits.'].join('\n');
  expect(findRiddles(source).map(({ line }) => line)).toEqual([2, 3]);
});

test('only the first sentence of a block is checked', () => {
  expect(findRiddles('/**\n * What a list costs.\n */')).toHaveLength(1);
  expect(findRiddles('/**\n * Lists cost this.\n * What they cost, they cost.\n */')).toHaveLength(0);
});

test('a type that is a bare participle is reported', () => {
  expect(findRiddles('export interface Made {\ntype Listed = string;\nclass Kept {}')).toHaveLength(3);
});

test.each([
  '/** Returns the rows that match. */',
  '// Offsets count from 1.',
  'interface MadeStatement {',
  'type Feed = string;',
  "const text = '// Of course';",
  'type WhatChanged = string;',
])('%s is accepted', (source) => {
  expect(findRiddles(source)).toEqual([]);
});
