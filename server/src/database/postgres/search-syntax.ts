import { longWordColumnName, wordColumnName, wordIndexName } from '../ddl/names.ts';
import type { Bind, IdRange, IndexedTexts, OrderedPage, SearchSource, SearchSyntax, WordIndex } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { columnOf, quoted, ROW } from '../sql/names.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import { foundIn, placesOf } from './found-words.ts';
import { indexedWords, isInRow, type SearchedText, type WordPlace, wordPlace } from './made-words.ts';
import { byRelevance, mostRelevant } from './relevance.ts';
import { MADE_BY_INDEX, storedWords } from './word-vector.ts';

/** Statements write the words, because no trigger could compute the same words as the other engine. */
export const postgresSearch: SearchSyntax = {
  makesWords: false,
  findsOwner: false,
  create: (after, before) => added(after, before).flatMap((column) => createColumns(after, column)),
  // Dropping a column drops its index.
  drop: (before, after) =>
    (after === undefined ? before.columns : added(before, after)).flatMap((column) =>
      dropColumns(before, column.wordsKey),
    ),
  createTriggers: () => [],
  dropTriggers: () => [],
  wordColumns: (wordsKey) => [
    { physical: wordColumnName(wordsKey), stored: (place) => `${place}::tsvector` },
    { physical: longWordColumnName(wordsKey), stored: (place) => place },
  ],
  wordValues(text) {
    const { vector, long } = storedWords(text);
    return [vector, long];
  },
  fill: fillText,
  countWrong: wrongText,
  // The words of a row are in the row itself.
  countSurplus: undefined,
  matches,
  newest: undefined,
  firstInOrder: firstText,
  ranked: ({ search, rest }, bind, page) => {
    const order = byRelevance(search, bind);
    const rows = {
      search,
      table: tableText(search.table.physical),
      match: matches(search, bind, ROW),
      inRow: () => matches({ ...search, isForFew: true }, bind, ROW),
      rest: rest?.(ROW),
      order,
    };
    return `${mostRelevant(rows, bind, page.span)} ORDER BY ${order}${page.text}`;
  },
  counted: foundText,
  between: undefined,
  countTail: undefined,
};

/** A word that one row in fifty has fills a page of 20 from so many. */
const FIRST_ROWS = 1_024;

function added(after: WordIndex, before: WordIndex | undefined): WordIndex['columns'] {
  const known = new Set(before?.columns.map(({ wordsKey }) => wordsKey));
  return after.columns.filter(({ wordsKey }) => !known.has(wordsKey));
}

function createColumns({ tableId, table }: WordIndex, column: SearchedText): readonly string[] {
  const on = tableText(table);
  const place = wordPlace(column);
  return [
    `ALTER TABLE ${on} ADD COLUMN ${place.words} tsvector, ADD COLUMN ${place.long} text COLLATE "C"`,
    // Covers all rows, because PostgreSQL ignores the statistics of an index on some rows.
    `CREATE INDEX ${quoted(wordIndexName(tableId, column.wordsKey))} ON ${on} USING gin (${indexedWords(place)})`,
  ];
}

function dropColumns({ table }: WordIndex, wordsKey: string): readonly string[] {
  const names = [wordColumnName(wordsKey), longWordColumnName(wordsKey)];
  return [`ALTER TABLE ${tableText(table)} ${names.map((name) => `DROP COLUMN ${quoted(name)}`).join(', ')}`];
}

/** Words written in the meantime are newer than these, and stay. */
function fillText({ table, columns }: WordIndex, _: IdRange, rows: readonly IndexedTexts[], bind: Bind): string {
  const sets = columns.flatMap(({ wordsKey }, at) => {
    const words = quoted(wordColumnName(wordsKey));
    const long = quoted(longWordColumnName(wordsKey));
    return [
      `${words} = coalesce(${ROW}.${words}, _v.w${at}::tsvector)`,
      `${long} = CASE WHEN ${ROW}.${words} IS NULL THEN _v.l${at} ELSE ${ROW}.${long} END`,
    ];
  });
  return `UPDATE ${tableText(table)} AS ${ROW} SET ${sets.join(', ')} FROM ${givenWords(columns, rows, bind)} WHERE ${ROW}."id" = _v.id`;
}

function wrongText({ table, columns }: WordIndex, _: IdRange, rows: readonly IndexedTexts[], bind: Bind): string {
  const differs = columns.map(({ physical, wordsKey }, at) => {
    const words = `${columnOf(ROW, { physical: wordColumnName(wordsKey) })} IS DISTINCT FROM _v.w${at}::tsvector`;
    const long = `${columnOf(ROW, { physical: longWordColumnName(wordsKey) })} IS DISTINCT FROM _v.l${at}`;
    return `${columnOf(ROW, { physical })} IS NOT DISTINCT FROM _v.t${at} AND (${words} OR ${long})`;
  });
  return `SELECT count(*) AS "wrong" FROM ${tableText(table)} AS ${ROW} JOIN ${givenWords(columns, rows, bind)} ON ${ROW}."id" = _v.id
    WHERE ${differs.join(' OR ')}`;
}

/** Rows `_v` with the id, and the text, the vector and the long words of each column: `t0`, `w0`, `l0`, `t1` … */
function givenWords(columns: WordIndex['columns'], rows: readonly IndexedTexts[], bind: Bind): string {
  const values = rows.map(({ id, texts }) => {
    const entries = texts.flatMap((text, at) => {
      const { vector, long } = storedWords(text);
      return [
        [`t${at}`, text],
        [`w${at}`, vector],
        [`l${at}`, long],
      ];
    });
    return Object.fromEntries([['id', id], ...entries]);
  });
  const names = columns.map((_, at) => `t${at} text, w${at} text, l${at} text`).join(', ');
  return `json_to_recordset(${bind(JSON.stringify(values), 'text')}::json) AS _v(id uuid, ${names})`;
}

function foundText({ search, rest }: Pick<SearchSource, 'search' | 'rest'>, bind: Bind): string {
  const found = matches(search, bind, ROW);
  const where = rest === undefined ? found : `${rest(ROW)} AND ${found}`;
  return ` FROM ${tableText(search.table.physical)} AS ${ROW} WHERE ${where}`;
}

/**
 * A frequent word fills the page from the first rows of the table in this order, which are tested. Otherwise all matches
 * are sorted: asked for both at once, PostgreSQL may test tens of thousands of rows before it finds the words.
 */
function firstText({ search, rest }: SearchSource, bind: Bind, { span, order, found }: OrderedPage): string {
  const table = `${tableText(search.table.physical)} AS ${ROW}`;
  const others = rest === undefined ? '' : `${rest(ROW)} AND `;
  const most = bind(span, 'integer');
  const isFull = `(SELECT count(*) FROM _f) = ${most}`;
  const within = found === undefined ? '' : ` WHERE ${found(ROW)}`;
  const first = `SELECT * FROM ${table}${within}${order} LIMIT ${FIRST_ROWS}`;
  const tested = `${others}${matches({ ...search, isForFew: true }, bind, ROW)}`;
  const all = `SELECT * FROM ${table} WHERE NOT ${isFull} AND ${others}${matches(search, bind, ROW)} OFFSET 0`;
  return ` FROM ${table} WHERE ${ROW}."id" = ANY(ARRAY(
    WITH _f AS MATERIALIZED (SELECT ${ROW}."id" FROM (${first}) AS ${ROW} WHERE ${tested}${order} LIMIT ${most})
    (SELECT "id" FROM _f WHERE ${isFull}) UNION ALL (SELECT ${ROW}."id" FROM (${all}) AS ${ROW}${order} LIMIT ${most})))`;
}

function matches(search: SearchCondition, bind: Bind, row: string): string {
  const { terms, isForFew } = search;
  const places = placesOf(search, row);
  if (isForFew === true) return matchesInRow(terms, places, bind);
  const [only, ...others] = places;
  const isSingle = only !== undefined && others.length === 0;
  const found = isSingle ? [foundIn(only, { terms, long: true }, bind)] : foundInAny(terms, places, bind);
  // The index answers its conditions alone, so that nothing makes the words of a row again.
  const isTested = ({ words, isExcluded }: SearchTerm): boolean => words.length > 1 || (isExcluded && !isSingle);
  const tested = terms.filter(isTested);
  if (tested.length > 0) found.push(matchesInRow(tested, places, bind));
  const areShort = places.map(({ long }) => `(${long} IS NULL OR ${long} = '${MADE_BY_INDEX}')`).join(' AND ');
  found.push(`(${areShort} OR ${matchesInRow(terms, places, bind)})`);
  return `(${found.join(' AND ')})`;
}

function foundInAny(terms: readonly SearchTerm[], places: readonly WordPlace[], bind: Bind): string[] {
  return terms
    .filter(({ isExcluded }) => !isExcluded)
    .map((term) => `(${places.map((place) => foundIn(place, { terms: [term], long: true }, bind)).join(' OR ')})`);
}

/** Tests a row without its index. */
function matchesInRow(terms: readonly SearchTerm[], places: readonly WordPlace[], bind: Bind): string {
  const conditions = terms.map((term) => {
    const isInAny = places.map((place) => isInRow(term, place, bind)).join(' OR ');
    return `${term.isExcluded ? 'NOT ' : ''}(${isInAny})`;
  });
  return `(${conditions.join(' AND ')})`;
}

function tableText(physical: string): string {
  return `${STORE_MARKER}.${quoted(physical)}`;
}
