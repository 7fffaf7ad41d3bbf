import type { Bind } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { literal } from '../sql/names.ts';
import { indexedWords, type WordPlace, wordPlace } from './made-words.ts';
import { LONG_TEXT } from './word-vector.ts';
import { queryOfAll } from './words-query.ts';

interface WantedWords {
  readonly terms: readonly SearchTerm[];
  /** A part of a query in `tsquery` syntax that rows must meet as well. */
  readonly also?: string;
  /** Also finds all texts that are too long for the index. */
  readonly long?: boolean;
}

const LONG = `'${LONG_TEXT}'`;

export function placesOf({ columns }: SearchCondition, row: string): readonly WordPlace[] {
  return columns.map(({ column, wordsKey }) => wordPlace({ physical: column.physical, wordsKey }, row));
}

/** The index has no words of such a text. */
export function isTooLong(place: WordPlace): string {
  return `${indexedWords(place)} @@ ${literal(LONG)}::tsquery`;
}

/** Looks words up in the index, which knows no order of words: it finds the texts that have all words of a phrase. */
export function foundIn(place: WordPlace, { terms, also, long }: WantedWords, bind: Bind): string {
  const words = terms.filter(({ words: { length }, isExcluded }) => length === 1 || !isExcluded);
  const parts = words.map((term) => `${term.isExcluded ? '!' : ''}${queryOfAll(term)}`);
  if (also !== undefined) parts.push(also);
  const query = parts.join(' & ');
  return `${indexedWords(place)} @@ ${bind(long === true ? `(${query}) | ${LONG}` : query, 'text')}::tsquery`;
}
