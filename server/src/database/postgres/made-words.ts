import { longWordColumnName, wordColumnName } from '../ddl/names.ts';
import type { Bind } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import { ASCII } from '../search/words.ts';
import { quoted } from '../sql/names.ts';
import { MADE_BY_INDEX } from './word-vector.ts';
import { queryOf } from './words-query.ts';

/** A searchable column of a row: SQL of its text and of the columns that keep its words. */
export interface WordPlace {
  readonly text: string;
  readonly words: string;
  readonly long: string;
}

export interface SearchedText {
  readonly physical: string;
  readonly wordsKey: string;
}

export function wordPlace({ physical, wordsKey }: SearchedText, row?: string): WordPlace {
  const [text, words, long] = [physical, wordColumnName(wordsKey), longWordColumnName(wordsKey)].map((name) =>
    row === undefined ? quoted(name) : `${row}.${quoted(name)}`,
  );
  return { text: text ?? '', words: words ?? '', long: long ?? '' };
}

const NO_WORD = '[^a-z0-9]';

/** The words of a text of ASCII characters, which `wordsOf` must find too (docs/decisions/0070-words-made-by-the-index.md). */
export function madeWords(text: string): string {
  return `regexp_replace(lower(${text}), '${NO_WORD}+', ' ', 'g')::tsvector`;
}

/** All words of a column; an index has this expression. */
export function indexedWords({ text, words, long }: WordPlace): string {
  return `(CASE WHEN ${long} = '${MADE_BY_INDEX}' THEN ${madeWords(text)} || ${words} ELSE ${words} END)`;
}

/** Whether a row has the term. Costs less than making all its words. */
export function isInRow(term: SearchTerm, { text, words, long }: WordPlace, bind: Bind): string {
  const part = ` ${term.words.join(' ')}${term.isPrefix ? '' : ' '}`;
  const isMade = term.words.every((word) => ASCII.test(word))
    ? `lower(${text}) ~ ${bind(patternOf(term), 'text')}`
    : 'false';
  return `CASE WHEN ${long} = '${MADE_BY_INDEX}' THEN ${isMade} WHEN ${long} IS NULL
    THEN ${words} @@ ${bind(queryOf(term), 'text')}::tsquery ELSE strpos(${long}, ${bind(part, 'text')}) > 0 END`;
}

function patternOf({ words, isPrefix }: SearchTerm): string {
  return `(^|${NO_WORD})${words.join(`${NO_WORD}+`)}${isPrefix ? '' : `(${NO_WORD}|$)`}`;
}
