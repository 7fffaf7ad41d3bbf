import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterPrefix, foldCase, globText, likeText, readLikePattern } from './like-pattern.ts';

describe('a like pattern', () => {
  test.each([
    ['', { kind: 'equals', text: '' }],
    ['abc', { kind: 'equals', text: 'abc' }],
    ['*', { kind: 'starts', text: '' }],
    ['***', { kind: 'starts', text: '' }],
    ['abc*', { kind: 'starts', text: 'abc' }],
    ['*abc', { kind: 'ends', text: 'abc' }],
    ['**abc**', { kind: 'includes', text: 'abc' }],
    ['a*b', { kind: 'pattern', prefix: 'a', pattern: 'a*b' }],
    ['a**b*', { kind: 'pattern', prefix: 'a', pattern: 'a*b*' }],
    ['*a*b', { kind: 'pattern', prefix: '', pattern: '*a*b' }],
  ])('%j is %j', (pattern, read) => {
    expect(readLikePattern(pattern)).toEqual(read);
  });

  test('treats only the star as special, for like and ilike', () => {
    expect(globText('a*[b]?c')).toBe('a*[[]b][?]c');
    expect(likeText('a*%_\\')).toBe('a%\\%\\_\\\\');
  });
});

describe('the end of a prefix', () => {
  test.each([
    ['a', 'b'],
    ['ab', 'ac'],
    ['', undefined],
    ['\ud7ff', '\ue000'],
    ['a\u{10ffff}', 'b'],
    ['😀\u{10ffff}\u{10ffff}', '😁'],
    ['\u{10ffff}', undefined],
    ['\uffff', '\u{10000}'],
  ])('%j is %j', (prefix, after) => {
    expect(afterPrefix(prefix)).toBe(after);
  });

  test('sorts by bytes after every text with the prefix and before every later text', () => {
    const texts = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(texts, texts, (prefix, other) => {
        const after = afterPrefix(prefix);
        const isInRange = (text: string): boolean =>
          Buffer.compare(Buffer.from(text), Buffer.from(prefix)) >= 0 &&
          (after === undefined || Buffer.compare(Buffer.from(text), Buffer.from(after)) < 0);
        expect(isInRange(prefix + other)).toBe(true);
        expect(isInRange(other)).toBe(
          Buffer.from(other).subarray(0, Buffer.byteLength(prefix)).equals(Buffer.from(prefix)),
        );
      }),
    );
  });
});

test.each([
  ['Straße', 'STRASSE'],
  ['ſ', 'S'],
  ['ΟΔΟΣ', 'οδος'],
  ['İ', 'i̇'],
  ['K', 'k'],
  ['ǅ', 'ǆ'],
  ['ﬀ', 'FF'],
])('%s and %s fold to the same', (one, other) => {
  expect(foldCase(one)).toBe(foldCase(other));
});
