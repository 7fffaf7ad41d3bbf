import type { Bind } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { ROW } from '../sql/names.ts';
import { isMarkedPrefix, REPEATED, SHARED_PREFIX } from './word-vector.ts';
import { conditionOf, queryOf, wordsOf } from './words-query.ts';

/** If a page ends beyond this row, all matches are read and ranked. */
const TOP_ROWS_MAX = 256;
/** A frequent word fills the page from this many rows for each row of it; a rare word has few matches to rank. */
const FIRST_ROWS_PER_ROW = 64;
const FIRST_ROWS_MIN = 2_048;
/** With more columns or terms, the words of a search can be spread over them in too many ways to ask for each. */
const MARKED_COLUMNS_MAX = 3;
const MARKED_TERMS_MAX = 4;
/** `ts_rank` adds single-precision numbers in different orders, so its last digits are noise. */
const RANK_FACTOR = '1e6';

export function relevance({ terms, columns }: SearchCondition, bind: Bind): string {
  const query = bind(
    wantedOf(terms)
      .map((term) => `(${queryOf(term)})`)
      .join(' | '),
    'text',
  );
  const ranks = columns.map(({ wordsKey }) => `ts_rank(${wordsOf(ROW, wordsKey)}, ${query}::tsquery)`);
  return `(${RANK_FACTOR} * (${ranks.join(' + ')}))::integer`;
}

export interface RankedRows {
  readonly search: SearchCondition;
  readonly table: string;
  readonly match: string;
  readonly inVectors: () => string;
  readonly rest: string | undefined;
  readonly order: string;
}

/**
 * ` FROM … WHERE …` of the rows that are found; with `span`, of the rows up to that position, and possibly others. When
 * the first rows of the table fill the page, only they and marked rows, which may be more relevant, are ranked.
 */
export function mostRelevant(rows: RankedRows, bind: Bind, span = 0): string {
  const { search, table, match, inVectors, rest, order } = rows;
  const others = rest === undefined ? '' : `${rest} AND `;
  const isMarked = span === 0 || span > TOP_ROWS_MAX ? undefined : markedText(search, match, bind);
  if (isMarked === undefined) return ` FROM ${table} AS ${ROW} WHERE ${others}${match}`;
  const most = bind(span, 'integer');
  const first = bind(Math.max(FIRST_ROWS_MIN, 2 ** Math.ceil(Math.log2(FIRST_ROWS_PER_ROW * span))), 'integer');
  const isFull = `(SELECT count(*) FROM _f) = ${most}`;
  const top = (when: string, condition: string): string =>
    `(SELECT ${ROW}."id" FROM ${table} AS ${ROW} WHERE ${when} AND ${others}${condition} ORDER BY ${order} LIMIT ${most})`;
  return ` FROM ${table} AS ${ROW} WHERE ${ROW}."id" = ANY(ARRAY(
    WITH _f AS MATERIALIZED (SELECT ${ROW}."id" FROM (SELECT * FROM ${table} ORDER BY "id" LIMIT ${first}) AS ${ROW}
      WHERE ${others}${inVectors()} ORDER BY ${ROW}."id" LIMIT ${most})
    SELECT "id" FROM _f UNION ${top(isFull, isMarked)} UNION ${top(`NOT ${isFull}`, match)}))`;
}

/** Finds all rows that are more relevant than those with each word once. Undefined where marks do not decide that. */
function markedText(search: SearchCondition, match: string, bind: Bind): string | undefined {
  const { columns, terms } = search;
  const wanted = wantedOf(terms);
  const marks = wanted.map(marksOf);
  if (marks.includes(undefined)) return undefined;
  const vectors = columns.map(({ wordsKey }) => wordsOf(ROW, wordsKey));
  const isIn = (vector: string, query: string): string => `${vector} @@ ${bind(query, 'text')}::tsquery`;
  const [only, ...others] = vectors;
  const [first, ...more] = wanted;
  const anyMark = `(${marks.join(' | ')})`;
  if (only !== undefined && others.length === 0) {
    // If the search is a single word, every text that has one of its marks has the word.
    const isWord = more.length === 0 && first?.words.length === 1;
    const conditions = isWord ? terms.filter(({ isExcluded }) => isExcluded) : terms;
    return isIn(only, [anyMark, ...conditions.map(conditionOf)].join(' & '));
  }
  const hasPhrase = wanted.some(({ words }) => words.length > 1);
  if (vectors.length > MARKED_COLUMNS_MAX || wanted.length > MARKED_TERMS_MAX || hasPhrase) return undefined;
  const marked = vectors.map((vector) => isIn(vector, anyMark));
  const inTwo = wanted.flatMap((term) =>
    pairsOf(vectors).map(([one, other]) => `${isIn(one, queryOf(term))} AND ${isIn(other, queryOf(term))}`),
  );
  return `${match} AND (${[...marked, ...inTwo].join(' OR ')})`;
}

/** Undefined for a prefix that too many words share. */
function marksOf({ words, isPrefix }: SearchTerm): string | undefined {
  const [last = '', ...before] = words.toReversed();
  if (isPrefix && !isMarkedPrefix(last)) return undefined;
  const ofLast = isPrefix ? [`'${REPEATED}${last}':*`, `'${SHARED_PREFIX}${last}':*`] : [`'${REPEATED}${last}'`];
  return [...before.map((word) => `'${REPEATED}${word}'`), ...ofLast].join(' | ');
}

function wantedOf(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return terms.filter(({ isExcluded }) => !isExcluded);
}

function pairsOf<Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const));
}
