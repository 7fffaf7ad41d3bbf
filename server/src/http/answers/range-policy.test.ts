import { describe, expect, test } from 'vitest';
import { chooseRange, type RangeChoice } from './range-policy.ts';

const part = (start: number, end: number): RangeChoice => ({ kind: 'part', range: { start, end } });
const WHOLE: RangeChoice = { kind: 'whole' };
const NEVER: RangeChoice = { kind: 'unsatisfiable' };

describe('of 1000 bytes', () => {
  test.each<[string | undefined, RangeChoice]>([
    [undefined, WHOLE],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-999', part(0, 999)],
    ['bytes=0-', part(0, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=10-20', part(10, 20)],
    ['bytes=10-5000', part(10, 999)],
    ['bytes=10-99999999999999999999999', part(10, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes=-1000', part(0, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=-99999999999999999999999', part(0, 999)],
    ['BYTES = 1-2', part(1, 2)],
    ['bytes= 1-2 , ', part(1, 2)],
  ])('%s is one part', (header, choice) => {
    expect(chooseRange(header, 1000)).toEqual(choice);
  });

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=99999999999999999999999-'])(
    '%s cannot be satisfied',
    (header) => {
      expect(chooseRange(header, 1000)).toEqual(NEVER);
    },
  );

  test.each([
    '',
    'bytes',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=1',
    'bytes=1-2-3',
    'bytes=--5',
    'bytes=+1-2',
    'bytes=1.5-2',
    'bytes=0x1-2',
    'bytes=20-10',
    'bytes=1 -2',
    'items=0-5',
    'seconds=1-2',
    'xbytes=0-1',
    'bytes=0-0,2-2',
    'bytes=0-0,0-0,0-0,0-0',
    'bytes=5000-,0-1',
  ])('%s gives the whole file', (header) => {
    expect(chooseRange(header, 1000)).toEqual(WHOLE);
  });
});

test.each<[string, RangeChoice]>([
  ['bytes=0-', NEVER],
  ['bytes=0-0', NEVER],
  ['bytes=-0', NEVER],
  ['bytes=-5', WHOLE],
])('of an empty file %s is %o', (header, choice) => {
  expect(chooseRange(header, 0)).toEqual(choice);
});

test('a header with a hundred thousand ranges is parsed only up to the second', () => {
  expect(chooseRange(`bytes=${'0-0,'.repeat(100_000)}`, 1000)).toEqual(WHOLE);
});
