/** Small letters whose capitals came with Unicode 17. PostgreSQL 18, the first with `pg_unicode_fast`, has version 16. */
const SINCE_17 = /[\ua7cf\ua7d3\ua7d5\u{16ebb}-\u{16ed3}]/gu;
/** Small letters whose capitals came with Unicode 11 to 17. A server may use an ICU of any age. */
const SINCE_11 =
  /[\u019b\u0264\u0282\u10d0-\u10fa\u10fd-\u10ff\u1c8a\u1d8e\u2c5f\ua794\ua7b9\ua7bb\ua7bd\ua7bf\ua7c1\ua7c3\ua7c8\ua7ca\ua7cd\ua7cf\ua7d1\ua7d3\ua7d5\ua7d7\ua7d9\ua7db\ua7f6\u{10597}-\u{105bc}\u{10d70}-\u{10d85}\u{16e60}-\u{16e7f}\u{16ebb}-\u{16ed3}]/gu;

export interface RecentLetters {
  /** The letters of the pattern that a server may not know, without repetition. */
  readonly small: string;
  /** Their capitals, in the same order. */
  readonly capital: string;
  /** The pattern with these letters as capitals. */
  readonly pattern: string;
}

/** Only a letter of the pattern can match such a letter of a text by its case, so nearly all patterns need nothing. */
export function findRecentLetters(pattern: string, foldCollation: string | undefined): RecentLetters | undefined {
  const recent = foldCollation === 'pg_unicode_fast' ? SINCE_17 : SINCE_11;
  const found = pattern.toLowerCase().match(recent);
  if (found === null) return undefined;
  const small = [...new Set(found)].join('');
  return { small, capital: small.toUpperCase(), pattern: pattern.replaceAll(recent, (letter) => letter.toUpperCase()) };
}
