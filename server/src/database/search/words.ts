/** The version of the rules in this file. An index made by another version is made anew. */
export const WORD_RULES = 1;

/** Longer words count by their first bytes: PostgreSQL's lexemes end at 2,046. */
const WORD_BYTES_MAX = 2_000;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORDS = /[a-z0-9]+/g;
const PIECES = /[\p{L}\p{M}\p{N}]+/gu;
const SPACES = /[ \t\r\n]+/;

/** Nonspacing marks behind a letter of a script that is also written without them. */
const MARKS = /([\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Hebr}\p{scx=Arab}])\p{Mn}+/gu;
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', þ: 'th' };
const LETTERS_WITH_PLAIN = /[łøđıæœþ]/g;

/** Compatibility forms may bring characters that separate or quote words in an index. */
const SEPARATING = /[\0-\x2f\x3a-\x60\x7b-\x7f]/g;
const PRIVATE_USE = 0xe000;

/**
 * The words of a text in the order in which they stand, as both engines index them: Unicode's segments of no language,
 * cut at everything that is no letter, mark or number, without case and, for scripts that are also written without
 * them, without marks. The words hold no character that means anything to an index.
 */
export function wordsOf(text: string): readonly string[] {
  if (ASCII.test(text)) return asciiWords(text);
  // No word goes across a blank, and most texts that are not ASCII are so in a few places only.
  return text.split(SPACES).flatMap((part) => (ASCII.test(part) ? asciiWords(part) : segmentedWords(part)));
}

/** The same as `segmentedWords`, many times faster. */
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

/** Through capitals, which are longer for letters such as ß; the sigma at the end of a word is like any other. */
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
