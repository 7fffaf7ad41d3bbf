import type { Bind } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { ROW } from '../sql/names.ts';
import { foundIn, isTooLong, placesOf } from './found-words.ts';
import { isInRow } from './made-words.ts';
import { isMarkedPrefix, REPEATED, SHARED_PREFIX } from './word-vector.ts';
import { queryOf } from './words-query.ts';

/** If a page ends beyond this row, all matches are read and ranked. */
const TOP_ROWS_MAX = 256;
/** A frequent word fills the page from this many rows for each row of it; a rare word has few matches to rank. */
const FIRST_ROWS_PER_ROW = 64;
const FIRST_ROWS_MIN = 2_048;
/** With more columns or terms, the words of a search can be spread over them in too many ways to ask for each. */
const MARKED_COLUMNS_MAX = 3;
const MARKED_TERMS_MAX = 4;
/** `ts_rank` adds single-precision numbers, so its last digits are noise. */
const RANK_FACTOR = '1e6';
/** The rank of a text that has a word once. Its vector may leave that word out. */
const ONCE = "ts_rank('x'::tsvector, 'x'::tsquery)";

/** The most relevant first, then by id. Relevant is how often a text has each word; the words of a phrase count alone. */
export function byRelevance(search: SearchCondition, bind: Bind): string {
  const words = rankedWords(search.terms);
  if (words.length === 0) return `${ROW}."id"`;
  const places = placesOf(search, ROW);
  const ranks = places.flatMap((place) =>
    words.map((word) => {
      const rank = `greatest(ts_rank(${place.words}, ${bind(queryOf(word), 'text')}::tsquery), ${ONCE})`;
      return places.length === 1 ? rank : `CASE WHEN ${isInRow(word, place, bind)} THEN ${rank} ELSE 0 END`;
    }),
  );
  return `(${RANK_FACTOR} * (${ranks.join(' + ')}))::integer DESC, ${ROW}."id"`;
}

/** Each word once, as a term of its own. Too many words share a short prefix, so it does not count. */
function rankedWords(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  const words = terms.flatMap((term) =>
    term.isExcluded
      ? []
      : term.words.map((word, index) => ({
          words: [word],
          isPrefix: term.isPrefix && index === term.words.length - 1,
          isExcluded: false,
        })),
  );
  const ranked = words.filter((word) => !word.isPrefix || isMarkedPrefix(word.words.join('')));
  return [...new Map(ranked.map((word) => [queryOf(word), word])).values()];
}

export interface RankedRows {
  readonly search: SearchCondition;
  readonly table: string;
  readonly match: string;
  readonly inRow: () => string;
  readonly rest: string | undefined;
  readonly order: string;
}

/**
 * ` FROM … WHERE …` of the rows that are found; with `span`, of the rows up to that position, and possibly others. When
 * the first rows of the table fill the page, only they and marked rows, which may be more relevant, are ranked.
 */
export function mostRelevant(rows: RankedRows, bind: Bind, span = 0): string {
  const { search, table, match, inRow, rest, order } = rows;
  const others = rest === undefined ? '' : `${rest} AND `;
  const isMarked = span === 0 || span > TOP_ROWS_MAX ? undefined : markedText(search, rows, bind);
  if (isMarked === undefined) return ` FROM ${table} AS ${ROW} WHERE ${others}${match}`;
  const most = bind(span, 'integer');
  const first = bind(Math.max(FIRST_ROWS_MIN, 2 ** Math.ceil(Math.log2(FIRST_ROWS_PER_ROW * span))), 'integer');
  const isFull = `(SELECT count(*) FROM _f) = ${most}`;
  const top = (when: string, condition: string): string =>
    `(SELECT ${ROW}."id" FROM ${table} AS ${ROW} WHERE ${when} AND ${others}${condition} ORDER BY ${order} LIMIT ${most})`;
  return ` FROM ${table} AS ${ROW} WHERE ${ROW}."id" = ANY(ARRAY(
    WITH _f AS MATERIALIZED (SELECT ${ROW}."id" FROM (SELECT * FROM ${table} ORDER BY "id" LIMIT ${first}) AS ${ROW}
      WHERE ${others}${inRow()} ORDER BY ${ROW}."id" LIMIT ${most})
    SELECT "id" FROM _f UNION ${top(isFull, isMarked)} UNION ${top(`NOT ${isFull}`, match)}))`;
}

/** Finds all rows that are more relevant than those with each word once. Undefined where marks do not decide that. */
function markedText(
  search: SearchCondition,
  { match, inRow }: Pick<RankedRows, 'match' | 'inRow'>,
  bind: Bind,
): string | undefined {
  const { terms } = search;
  const ranked = rankedWords(terms);
  if (ranked.length === 0) return undefined;
  const places = placesOf(search, ROW);
  const also = `(${ranked.map(marksOf).join(' | ')})`;
  const [only, ...others] = places;
  if (only !== undefined && others.length === 0) {
    const wanted = wantedOf(terms);
    // If the search is a single word, every text that has one of its marks has the word.
    const isWord = wanted.length === 1 && wanted[0]?.words.length === 1;
    const found = foundIn(only, { terms: isWord ? terms.filter(({ isExcluded }) => isExcluded) : terms, also }, bind);
    return terms.some(({ words }) => words.length > 1) ? `${found} AND ${inRow()}` : found;
  }
  if (places.length > MARKED_COLUMNS_MAX || ranked.length > MARKED_TERMS_MAX) return undefined;
  const marked = places.flatMap((place) => [foundIn(place, { terms: [], also }, bind), isTooLong(place)]);
  const inTwo = ranked.flatMap((word) =>
    pairsOf(places).map((pair) => pair.map((place) => foundIn(place, { terms: [word] }, bind)).join(' AND ')),
  );
  return `${match} AND (${[...marked, ...inTwo].join(' OR ')})`;
}

function marksOf({ words, isPrefix }: SearchTerm): string {
  const word = words.join('');
  return isPrefix ? `'${REPEATED}${word}':* | '${SHARED_PREFIX}${word}':*` : `'${REPEATED}${word}'`;
}

function wantedOf(terms: readonly SearchTerm[]): readonly SearchTerm[] {
  return terms.filter(({ isExcluded }) => !isExcluded);
}

function pairsOf<Item>(items: readonly Item[]): readonly (readonly [Item, Item])[] {
  return items.flatMap((one, at) => items.slice(at + 1).map((other) => [one, other] as const));
}
