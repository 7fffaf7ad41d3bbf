import { wordsOf } from './words.ts';

/** What a row must have, or must not have: words in a row in one column. */
export interface SearchTerm {
  /** At least one, as `wordsOf` gives them. */
  readonly words: readonly string[];
  /** The last word may go on. */
  readonly isPrefix: boolean;
  readonly isExcluded: boolean;
}

export const SEARCH_CHARACTERS_MAX = 200;

/** A sentence about a text that cannot be searched for; it goes on from the parameter's name. */
export class SearchProblem extends Error {}

interface Token {
  readonly text: string;
  readonly isQuoted: boolean;
  readonly isExcluded: boolean;
}

/** Blanks, or a sign of exclusion and a term: a phrase with what follows its closing quote, or all up to the next blank. */
const TOKENS = /(-?)(?:"([^"]*)(?:"(\*?)|$)|(\S+))/gu;
const LONE_SURROGATE = /\p{Surrogate}/u;

/** Reads the text of a search box. Every text with a word in it has a meaning. Throws `SearchProblem`. */
export function parseSearch(text: unknown): readonly SearchTerm[] {
  if (typeof text !== 'string') throw new SearchProblem('must be text');
  // Two units of a character are one; a longer text need not be counted.
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
  return tokens.flatMap(({ text: part, isQuoted, isExcluded }, index) => {
    const words = wordsOf(part);
    if (words.length === 0) return [];
    const isTyped = index === tokens.length - 1 && !isQuoted && !isExcluded;
    return [{ words, isPrefix: isTyped || part.endsWith('*'), isExcluded }];
  });
}

function tokensOf(text: string): readonly Token[] {
  return Array.from(text.matchAll(TOKENS), ([, sign, phrase, star, bare]) => ({
    text: bare ?? `${phrase ?? ''}${star ?? ''}`,
    isQuoted: bare === undefined,
    isExcluded: sign === '-',
  }));
}
