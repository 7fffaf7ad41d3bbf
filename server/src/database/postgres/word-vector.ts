import { wordsOf } from '../search/words.ts';

/**
 * Marks the vector of a text whose words do not fit. No word contains this character: it is no letter, mark or number.
 */
export const LONG_TEXT = '\ue100';

/**
 * Above these limits PostgreSQL drops positions or refuses the vector
 * (https://www.postgresql.org/docs/18/textsearch-limitations.html).
 */
const POSITIONS_MAX = 16_000;
const REPEATS_MAX = 255;
const VECTOR_BYTES_MAX = 1_000_000;
/** Overhead of a word besides its bytes (padding and the number of its positions), and of each position. */
const WORD_BYTES = 4;
const POSITION_BYTES = 2;

export interface StoredWords {
  /** A `tsvector` as text. */
  readonly vector: string;
  /** All words with a blank around each when they do not fit the vector, else null. */
  readonly long: string | null;
}

/** The words of a text, as its word columns store them. A null text has none. */
export function storedWords(text: string | null): StoredWords {
  const words = text === null ? [] : wordsOf(text);
  const vector = vectorOf(words);
  if (vector !== undefined) return { vector, long: null };
  return { vector: `'${LONG_TEXT}':1`, long: ` ${words.join(' ')} ` };
}

function vectorOf(words: readonly string[]): string | undefined {
  if (words.length > POSITIONS_MAX) return undefined;
  const positions = new Map<string, number[]>();
  let bytes = words.length * POSITION_BYTES;
  for (const [index, word] of words.entries()) {
    const known = positions.get(word);
    if (known === undefined) {
      bytes += Buffer.byteLength(word) + WORD_BYTES;
      positions.set(word, [index + 1]);
    } else if (known.push(index + 1) > REPEATS_MAX) return undefined;
  }
  if (bytes > VECTOR_BYTES_MAX) return undefined;
  return Array.from(positions, ([word, places]) => `'${word}':${places.join(',')}`).join(' ');
}
