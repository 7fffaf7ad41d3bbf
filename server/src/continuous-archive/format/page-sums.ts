import { endianness } from 'node:os';

const WORD_BYTES = 4;
const IS_LITTLE_ENDIAN = endianness() === 'LE';

/** Checksums as in SQLite's logs (https://www.sqlite.org/walformat.html#checksum_algorithm). */
export type Sums = readonly [number, number];

/** Adds the words from `from` to `to`, an even number, to the sums. */
export function sumWords([first, second]: Sums, words: Int32Array, from: number, to: number): Sums {
  let [a, b] = [first | 0, second | 0];
  for (let at = from; at < to; at += 2) {
    a = (a + (words[at] ?? 0) + b) | 0;
    b = (b + (words[at + 1] ?? 0) + a) | 0;
  }
  return [a >>> 0, b >>> 0];
}

/** Each of two running sums adds this to those behind a number of words. */
export type SumsAcross = readonly [first: Sums, second: Sums];

const knownSumsAcross = new Map<number, SumsAcross>();

export function sumsAcross(words: number): SumsAcross {
  const known = knownSumsAcross.get(words);
  if (known !== undefined) return known;
  const zeros = new Int32Array(words);
  const across = [sumWords([1, 0], zeros, 0, words), sumWords([0, 1], zeros, 0, words)] as const;
  knownSumsAcross.set(words, across);
  return across;
}

/** The sums of words alone, from the running sums before and behind them: a linear function, so the words are not read again. */
export function sumsBetween([first, second]: SumsAcross, before: Sums, behind: Sums): Sums {
  return [
    (behind[0] - Math.imul(first[0], before[0]) - Math.imul(second[0], before[1])) >>> 0,
    (behind[1] - Math.imul(first[1], before[0]) - Math.imul(second[1], before[1])) >>> 0,
  ];
}

/** The sums of a page alone. They are the same on every machine. */
export function sumsOfPage(page: Uint8Array): Sums {
  const isAligned = page.byteOffset % WORD_BYTES === 0;
  const bytes = IS_LITTLE_ENDIAN && isAligned ? page : new Uint8Array(page);
  if (!IS_LITTLE_ENDIAN) Buffer.from(bytes.buffer).swap32();
  return sumWords(
    [0, 0],
    new Int32Array(bytes.buffer, bytes.byteOffset, page.length / WORD_BYTES),
    0,
    page.length / WORD_BYTES,
  );
}

export function hasSums(page: Uint8Array, [first, second]: Sums): boolean {
  const actual = sumsOfPage(page);
  return actual[0] === first && actual[1] === second;
}
