import { expect, test } from 'vitest';
import { LoggedPages } from './logged-pages.ts';

const SALTS = '0123456789abcdef';
const PAGES_MAX = 4;

interface Case {
  readonly title: string;
  /** The frame before the first one. */
  readonly from: number;
  /** The page of each frame; with the length of the store when the frame ends a commit. */
  readonly frames: readonly (readonly [page: number, pages: number])[];
  readonly known: Record<number, number>;
  readonly inFile: readonly number[];
}

const CASES: readonly Case[] = [
  {
    title: 'the last frame of a page is known, and the file has the others',
    from: 0,
    frames: [
      [2, 0],
      [3, 9],
      [2, 9],
    ],
    known: { 2: 3, 3: 2 },
    inFile: [1, 4, 5, 6, 7, 8, 9],
  },
  {
    title: 'after a beginning in the middle of a log the file is not used',
    from: 7,
    frames: [[2, 9]],
    known: { 2: 8 },
    inFile: [],
  },
  {
    title: 'pages behind the end of a store that became shorter are forgotten, also when it becomes longer again',
    from: 0,
    frames: [
      [9, 9],
      [2, 5],
      [3, 9],
    ],
    known: { 2: 2, 3: 3 },
    inFile: [1, 4, 5],
  },
  {
    title: 'in the middle of a transaction the store keeps its length',
    from: 0,
    frames: [
      [9, 9],
      [2, 0],
    ],
    known: { 9: 1, 2: 2 },
    inFile: [1, 3, 4, 5, 6, 7, 8],
  },
  {
    title: 'beyond the maximum only known pages get new frames, and the file, which has earlier versions, is not used',
    from: 0,
    frames: [
      [1, 9],
      [2, 9],
      [3, 9],
      [4, 9],
      [5, 9],
      [1, 9],
    ],
    known: { 1: 6, 2: 2, 3: 3, 4: 4 },
    inFile: [],
  },
];

test.each(CASES)('$title', ({ from, frames, known, inFile }) => {
  const pages = new LoggedPages({ salts: SALTS, frame: from, sums: [0, 0] }, PAGES_MAX);
  for (const [index, [page, length]] of frames.entries()) {
    const frame = from + index + 1;
    pages.add({ frame, page, pages: length, bytes: new Uint8Array(0), sums: [0, 0], pageSums: undefined });
  }
  const all = Array.from({ length: 9 }, (_, index) => index + 1);
  const frameOf = (page: number): (readonly [number, number])[] => {
    const frame = pages.frame(page);
    return frame === undefined ? [] : [[page, frame]];
  };
  expect(Object.fromEntries(all.flatMap(frameOf))).toEqual(known);
  expect(all.filter((page) => pages.frame(page) === undefined && pages.isInFile(page))).toEqual(inFile);
});

test('pages are those of a position only after its last frame, in the same log', () => {
  const pages = new LoggedPages({ salts: SALTS, frame: 3, sums: [0, 0] }, PAGES_MAX);
  expect(pages.isAt({ salts: SALTS, frame: 3, sums: [0, 0] })).toBe(true);
  expect(pages.isAt({ salts: SALTS, frame: 4, sums: [0, 0] })).toBe(false);
  expect(pages.isAt({ salts: 'fedcba9876543210', frame: 3, sums: [0, 0] })).toBe(false);
});
