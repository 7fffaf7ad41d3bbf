import { DatabaseFailure } from '../errors.ts';
import { wordsOf } from '../search/words.ts';
import { foldCase } from '../sql/like-pattern.ts';

export interface SqlFunction {
  readonly name: string;
  readonly call: (value: string | number | null) => string | number | null;
}

export const UNICODE_FOLD = '_unicode_fold';
export const REQUIRE_FINITE = '_require_finite';
/** Returns the words of a text, separated by blanks. */
export const WORDS = '_words';

/** Splits words into phrases, as a JSON array. */
export const PHRASES = '_phrases';
/** Longer phrases are split, because each word costs memory during the search. */
const PHRASE_WORDS = 32;

/** Move the milliseconds at the start of an id (hex digits) back by 1,000 or forward by 1,001. */
export const SECOND_BEFORE = '_second_before';
export const SECOND_AFTER = '_second_after';

export const LENGTH_CLASS = '_length_class';
/** The class is part of an entry's number in a word index, so other values need other `WORD_RULES`. */
const CLASS_STARTS = [13, 32, 58, 96, 149, 224, 330, 480, 692, 992, 1_416, 2_016, 2_864, 4_064, 5_760];

export const sqlFunctions: readonly SqlFunction[] = [
  { name: UNICODE_FOLD, call: (value) => (value === null ? null : foldCase(String(value))) },
  { name: REQUIRE_FINITE, call: requireFinite },
  { name: WORDS, call: (value) => (value === null ? null : wordsOf(String(value)).join(' ')) },
  { name: PHRASES, call: (value) => JSON.stringify(phrasesOf(String(value ?? ''))) },
  { name: SECOND_BEFORE, call: (value) => (value === null ? null : moved(String(value), -1_000)) },
  { name: SECOND_AFTER, call: (value) => (value === null ? null : moved(String(value), 1_001)) },
  { name: LENGTH_CLASS, call: (value) => CLASS_STARTS.filter((start) => Number(value) >= start).length },
];

/** SQLite turns NaN, such as the sum of both infinities, into null. */
function requireFinite(value: string | number | null): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new DatabaseFailure({ kind: 'out_of_range', message: 'an aggregate is not a finite number' });
}

function moved(hex: string, ms: number): string {
  const time = Math.max(0, Number.parseInt(hex, 16) + ms).toString(16);
  return time.length > hex.length ? 'f'.repeat(hex.length) : time.padStart(hex.length, '0');
}

function phrasesOf(text: string): readonly string[] {
  const words = text === '' ? [] : text.split(' ');
  const phrases: string[] = [];
  for (let from = 0; from < words.length; from += PHRASE_WORDS)
    phrases.push(words.slice(from, from + PHRASE_WORDS).join(' '));
  return phrases;
}
