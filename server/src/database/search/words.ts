/** The version of the rules in this file and of the form of the index. */
const RULES_VERSION = 5;

/** Versions of these rules and of ICU, which segments and normalizes texts: an older index is rebuilt. */
export const WORD_RULES = RULES_VERSION * 1_000 + Number.parseInt(process.versions['icu'] ?? '0', 10);

/** Longer words are cut to their first bytes: PostgreSQL's lexemes end at 2,046. */
export const WORD_BYTES_MAX = 2_000;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

export const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /[a-z0-9]+/g;
const PIECES = /[\p{L}\p{M}\p{N}]+/gu;
const SPACES = /[ \t\r\n]+/;

/** Nonspacing marks after a letter of a script that is also written without them. */
const MARKS = /([\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}])\p{Mn}+/gu;
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' };
const LETTERS_WITH_PLAIN = /[łøđıæœþ]/g;

/** Compatibility forms may expand to characters that separate or quote words in an index. */
const SEPARATING = /[\0-\x2f\x3a-\x60\x7b-\x7f]/g;
const PRIVATE_USE = 0xe000;

/**
 * Both engines index these words, in order: Unicode's language-neutral segments, case-folded, without marks where the
 * script is also written so. No character has a special meaning in an index.
 */
export function wordsOf(text: string): readonly string[] {
  if (ASCII.test(text)) return asciiWords(text);
  // No word spans a blank, and most texts that are not ASCII contain few other characters.
  return text.split(SPACES).flatMap((part) => (ASCII.test(part) ? asciiWords(part) : segmentedWords(part)));
}

/** Gives the same words as `segmentedWords`, many times faster; PostgreSQL's index makes them too (`postgres/made-words.ts`). */
function asciiWords(text: string): readonly string[] {
  return (text.toLowerCase().match(ASCII_WORDS) ?? []).map(cutWord);
}

export function segmentedWords(text: string): readonly string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike !== true) continue;
    for (const piece of segment.match(PIECES) ?? []) words.push(cutWord(foldWord(piece)));
  }
  return words;
}

function foldWord(piece: string): string {
  return foldFully(piece.normalize('NFKD'))
    .replace(MARKS, '$1')
    .replace(LETTERS_WITH_PLAIN, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .replace(SEPARATING, (sign) => String.fromCharCode(PRIVATE_USE + sign.charCodeAt(0)));
}

/** Goes through upper case, which expands letters such as ß, and treats a final sigma like any other. */
function foldFully(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}

function cutWord(word: string): string {
  if (word.length * 3 <= WORD_BYTES_MAX || Buffer.byteLength(word) <= WORD_BYTES_MAX) return word;
  let bytes = 0;
  let cut = '';
  for (const character of word) {
    bytes += Buffer.byteLength(character);
    if (bytes > WORD_BYTES_MAX) break;
    cut += character;
  }
  return cut;
}
