import { wordsOf } from '../search/words.ts';

/** Marks a text whose words do not fit. No word contains this character: it is no letter, mark or number. */
export const LONG_TEXT = '\ue100';
/** Mark words that a text repeats and beginnings that its words share (0046-marks-of-relevant-texts.md). */
export const REPEATED = '\ue101';
export const SHARED_PREFIX = '\ue102';
/** In bytes. Too many words share shorter beginnings. */
const SHARED_BYTES_MIN = 3;

/** PostgreSQL drops positions or refuses more (https://www.postgresql.org/docs/18/textsearch-limitations.html). */
const POSITIONS_MAX = 16_000;
const REPEATS_MAX = 255;
const VECTOR_BYTES_MAX = 1_000_000;
/** Overhead of a word besides its bytes (padding and the number of its positions), and of each position. */
const WORD_BYTES = 4;
const POSITION_BYTES = 2;

/** The bits of a UTF-16 unit that tell the first half of a character. */
const HIGH_SURROGATES = 0xfc00;

export interface StoredWords {
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
  const marks = new Set<string>();
  for (const [index, word] of words.entries()) {
    const known = positions.get(word);
    if (known === undefined) positions.set(word, [index + 1]);
    else {
      if (known.push(index + 1) > REPEATS_MAX) return undefined;
      marks.add(REPEATED + word);
    }
  }
  for (const prefix of sharedPrefixes([...positions.keys()])) marks.add(SHARED_PREFIX + prefix);
  if (bytesOf([...positions.keys(), ...marks]) + words.length * POSITION_BYTES > VECTOR_BYTES_MAX) return undefined;
  const lexemes: string[] = [];
  for (const [word, places] of positions) lexemes.push(`'${word}':${places.join(',')}`);
  for (const mark of marks) lexemes.push(`'${mark}'`);
  return lexemes.join(' ');
}

function bytesOf(words: readonly string[]): number {
  return words.reduce((bytes, word) => bytes + Buffer.byteLength(word) + WORD_BYTES, 0);
}

function sharedPrefixes(words: string[]): readonly string[] {
  const prefixes: string[] = [];
  let before = '';
  // In this order, words that share the longest beginnings are neighbours.
  for (const word of words.sort()) {
    const shared = sharedPrefix(before, word);
    if (isMarkedPrefix(shared)) prefixes.push(shared);
    before = word;
  }
  return prefixes;
}

function sharedPrefix(word: string, other: string): string {
  let length = 0;
  while (length < word.length && word.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  const isInCharacter = (word.charCodeAt(length - 1) & HIGH_SURROGATES) === 0xd800;
  return word.slice(0, isInCharacter ? length - 1 : length);
}

export function isMarkedPrefix(prefix: string): boolean {
  return prefix !== '' && Buffer.byteLength(prefix) >= SHARED_BYTES_MIN;
}
