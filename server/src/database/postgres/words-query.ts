import type { SearchTerm } from '../search/parse-search.ts';

/** A query in `tsquery` syntax, built only of quoted words, which contain only letters, marks and numbers. */
export function queryOf(term: SearchTerm): string {
  return queriesOf(term).join(' <-> ');
}

/** Finds the rows that have all words of the term, wherever they are. */
export function queryOfAll(term: SearchTerm): string {
  return `(${queriesOf(term).join(' & ')})`;
}

function queriesOf({ words, isPrefix }: SearchTerm): readonly string[] {
  return words.map((word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`);
}
