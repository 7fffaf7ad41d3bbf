import { wordColumnName } from '../ddl/names.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import { columnOf } from '../sql/names.ts';

/** A query in `tsquery` syntax, built only of quoted words, which contain only letters, marks and numbers. */
export function queryOf({ words, isPrefix }: SearchTerm): string {
  return words.map((word, index) => `'${word}'${isPrefix && index === words.length - 1 ? ':*' : ''}`).join(' <-> ');
}

export function conditionOf(term: SearchTerm): string {
  return `${term.isExcluded ? '!' : ''}(${queryOf(term)})`;
}

export function wordsOf(row: string, wordsKey: string): string {
  return columnOf(row, { physical: wordColumnName(wordsKey) });
}
