import { ASCII, WORD_BYTES_MAX, wordsOf } from '../search/words.ts';

/** Marks a text whose words do not fit. No word contains this character: it is no letter, mark or number. */
export const LONG_TEXT = '\ue100';
/** In the column of long words: the index makes the words of this text, and the vector has only what ranking needs. */
export const MADE_BY_INDEX = '';
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
  /** All words with a blank around each when they do not fit a vector, or `MADE_BY_INDEX`; null: all are in the vector. */
  readonly long: string | null;
}

/** The words of a text, as its word columns store them. A null text has none. */
export function storedWords(text: string | null): StoredWords {
  if (text === null) return { vector: '', long: null };
  const words = wordsOf(text);
  const found = countWords(words);
  if (found === undefined) return { vector: `'${LONG_TEXT}':1`, long: ` ${words.join(' ')} ` };
  const { positions, marks, telling } = found;
  const isMade = isMadeByIndex(text, words);
  const lexemes: string[] = [];
  for (const [word, places] of positions)
    if (!isMade || telling.has(word)) lexemes.push(`'${word}':${places.join(',')}`);
  for (const mark of marks) lexemes.push(`'${mark}'`);
  return { vector: lexemes.join(' '), long: isMade ? MADE_BY_INDEX : null };
}

/** PostgreSQL adds up the bytes of all words of a text, also of those that it has had before. */
function isMadeByIndex(text: string, words: readonly string[]): boolean {
  if (text.length > VECTOR_BYTES_MAX || !ASCII.test(text)) return false;
  return words.every(({ length }) => length < WORD_BYTES_MAX);
}

interface CountedWords {
  readonly positions: ReadonlyMap<string, readonly number[]>;
  readonly marks: ReadonlySet<string>;
  /** The words that are repeated, or share their beginning with others: without these, texts are equally relevant. */
  readonly telling: ReadonlySet<string>;
}

/** Undefined when the words do not fit a vector. */
function countWords(words: readonly string[]): CountedWords | undefined {
  if (words.length > POSITIONS_MAX) return undefined;
  const positions = new Map<string, number[]>();
  const marks = new Set<string>();
  const telling = new Set<string>();
  for (const [index, word] of words.entries()) {
    const known = positions.get(word);
    if (known === undefined) positions.set(word, [index + 1]);
    else {
      if (known.push(index + 1) > REPEATS_MAX) return undefined;
      marks.add(REPEATED + word);
      telling.add(word);
    }
  }
  for (const { prefix, sharing } of sharedPrefixes([...positions.keys()])) {
    marks.add(SHARED_PREFIX + prefix);
    for (const word of sharing) telling.add(word);
  }
  const bytes = bytesOf([...positions.keys(), ...marks]) + words.length * POSITION_BYTES;
  return bytes > VECTOR_BYTES_MAX ? undefined : { positions, marks, telling };
}

function bytesOf(words: readonly string[]): number {
  return words.reduce((bytes, word) => bytes + Buffer.byteLength(word) + WORD_BYTES, 0);
}

interface SharedPrefix {
  readonly prefix: string;
  readonly sharing: readonly string[];
}

function sharedPrefixes(words: string[]): readonly SharedPrefix[] {
  const prefixes: SharedPrefix[] = [];
  let before = '';
  // In this order, words that share the longest beginnings are neighbours.
  for (const word of words.sort()) {
    const shared = sharedPrefix(before, word);
    if (isMarkedPrefix(shared)) prefixes.push({ prefix: shared, sharing: [before, word] });
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
