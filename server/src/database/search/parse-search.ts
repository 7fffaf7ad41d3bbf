import { wordsOf } from './words.ts';

/** A term that a row must contain, or must not contain: consecutive words in one column. */
export interface SearchTerm {
  /** At least one word, as returned by `wordsOf`. */
  readonly words: readonly string[];
  readonly isPrefix: boolean;
  readonly isExcluded: boolean;
}

export const SEARCH_CHARACTERS_MAX = 200;

/** Worded as the end of a sentence that starts with the parameter's name. */
export class SearchProblem extends Error {}

interface Token {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
}

/** An optional "-" and a term: a phrase with an optional "*" after it, or everything up to the next blank. */
const TOKENS = /(-?)(?:"([^"]*)(?:"(\*?)|$)|(\S+))/gu;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Every text with a word is valid, unless all its words are excluded. Throws `SearchProblem`. */
export function parseSearch(text: unknown): readonly SearchTerm[] {
  if (typeof text !== 'string') throw new SearchProblem('must be text');
  // A character takes up to two UTF-16 units, so a text of more than twice the limit need not be counted.
  const length = text.length > 2 * SEARCH_CHARACTERS_MAX ? text.length : Array.from(text).length;
  if (length === 0 || length > SEARCH_CHARACTERS_MAX) {
    throw new SearchProblem(`must have 1 to ${SEARCH_CHARACTERS_MAX} characters`);
  }
  if (text.includes('\0')) throw new SearchProblem('must not contain NUL');
  if (LONE_SURROGATE.test(text)) throw new SearchProblem('must not contain half a character');
  const terms = readTerms(text);
  if (terms.length === 0) throw new SearchProblem('must contain a word: letters or numbers');
  if (terms.every(({ isExcluded }) => isExcluded)) {
    throw new SearchProblem('must contain a word that is not excluded with "-"');
  }
  return terms;
}

function readTerms(text: string): readonly SearchTerm[] {
  const tokens = tokensOf(text);
  const terms = tokens.flatMap(({ text: part, isQuoted, isExcluded }, index) => {
    const words = wordsOf(part);
    if (words.length === 0) return [];
    const isTyped = index === tokens.length - 1 && !isQuoted && !isExcluded;
    return [{ words, isPrefix: isTyped || part.endsWith('*'), isExcluded }];
  });
  return withoutRepeated(terms);
}

/** A repeated term finds nothing more, but costs as much as the first. */
function withoutRepeated(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const byText = new Map(terms.map((term) => [`${term.isExcluded} ${term.isPrefix} ${term.words.join(' ')}`, term]));
  return [...byText.values()];
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(TOKENS), ([, sign, phrase, star, bare]) => ({
    text: bare ?? `${phrase ?? ''}${star ?? ''}`,
    isQuoted: bare === undefined,
    isExcluded: sign === '-',
  }));
}
