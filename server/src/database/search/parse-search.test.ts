import { expect, it } from 'vitest';
import { parseSearch } from './parse-search.ts';

it('asks for a repeated term once, and for its prefix, its phrase and its exclusion each', () => {
  const terms = parseSearch('red RED "red" red* -blue -Blue "red blue" "red  blue" red-blue red* red');
  expect(terms.map(({ words, isPrefix, isExcluded }) => [words.join(' '), isPrefix, isExcluded])).toEqual([
    ['red', false, false],
    ['red', true, false],
    ['blue', false, true],
    ['red blue', false, false],
  ]);
});
