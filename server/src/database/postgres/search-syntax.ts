import { longWordColumnName, wordColumnName, wordIndexName } from '../ddl/names.ts';
import type { Bind, IdRange, IndexedTexts, SearchSource, SearchSyntax, WordIndex } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { columnOf, literal, quoted, ROW } from '../sql/names.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import { mostRelevant, relevance } from './relevance.ts';
import { LONG_TEXT, storedWords } from './word-vector.ts';
import { conditionOf, queryOf, wordsOf } from './words-query.ts';

/** Statements write the words, because no trigger could compute the same words as the other engine. */
export const postgresSearch: SearchSyntax = {
  makesWords: false,
  findsOwner: false,
  create: (after, before) => added(after, before).flatMap(({ wordsKey }) => createColumns(after, wordsKey)),
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
  ranked: ({ search, rest }, bind, page) => {
    const match = matches(search, bind, ROW);
    const order = `${relevance(search, bind)} DESC, ${ROW}."id"`;
    const rows = {
      search,
      table: tableText(search.table.physical),
      match,
      inVectors: () => matchesVectors(search, bind, ROW),
      rest: rest?.(ROW),
      order,
    };
    return `${mostRelevant(rows, bind, page.span)} ORDER BY ${order}${page.text}`;
  },
  counted: foundText,
  between: undefined,
  countTail: undefined,
};

const IS_LONG = `${literal(`'${LONG_TEXT}'`)}::tsquery`;

function added(after: WordIndex, before: WordIndex | undefined): WordIndex['columns'] {
  const known = new Set(before?.columns.map(({ wordsKey }) => wordsKey));
  return after.columns.filter(({ wordsKey }) => !known.has(wordsKey));
}

function createColumns({ tableId, table }: WordIndex, wordsKey: string): readonly string[] {
  const on = tableText(table);
  const words = quoted(wordColumnName(wordsKey));
  return [
    `ALTER TABLE ${on} ADD COLUMN ${words} tsvector, ADD COLUMN ${quoted(longWordColumnName(wordsKey))} text COLLATE "C"`,
    `CREATE INDEX ${quoted(wordIndexName(tableId, wordsKey))} ON ${on} USING gin (${words}) WHERE ${words} IS NOT NULL`,
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
    const words = `${wordsOf(ROW, wordsKey)} IS DISTINCT FROM _v.w${at}::tsvector`;
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

function matches(search: SearchCondition, bind: Bind, row: string): string {
  const { columns, terms } = search;
  const [only, ...others] = columns;
  if (only === undefined || others.length > 0) return matchesTerms(search, bind, row, true);
  const long = terms.map((term) => `${term.isExcluded ? 'NOT ' : ''}${isInLong(term, bind, row, only.wordsKey)}`);
  return `(${matchesVectors(search, bind, row)} OR ${wordsOf(row, only.wordsKey)} @@ ${IS_LONG} AND ${long.join(' AND ')})`;
}

function matchesVectors(search: SearchCondition, bind: Bind, row: string): string {
  const [only, ...others] = search.columns;
  if (only === undefined || others.length > 0) return matchesTerms(search, bind, row, false);
  return `${wordsOf(row, only.wordsKey)} @@ ${bind(search.terms.map(conditionOf).join(' & '), 'text')}::tsquery`;
}

function matchesTerms({ columns, terms }: SearchCondition, bind: Bind, row: string, mayBeLong: boolean): string {
  const isInAny = (term: SearchTerm): string => {
    const query = bind(queryOf(term), 'text');
    const places = columns.flatMap(({ wordsKey }) => {
      const words = wordsOf(row, wordsKey);
      const isInVector = `${words} @@ ${query}::tsquery`;
      if (!mayBeLong && !term.isExcluded) return [isInVector];
      return [isInVector, `${words} @@ ${IS_LONG} AND ${isInLong(term, bind, row, wordsKey)}`];
    });
    return `(${places.join(' OR ')})`;
  };
  return `(${terms.map((term) => `${term.isExcluded ? 'NOT ' : ''}${isInAny(term)}`).join(' AND ')})`;
}

function isInLong({ words, isPrefix }: SearchTerm, bind: Bind, row: string, wordsKey: string): string {
  const part = bind(` ${words.join(' ')}${isPrefix ? '' : ' '}`, 'text');
  return `strpos(${columnOf(row, { physical: longWordColumnName(wordsKey) })}, ${part}) > 0`;
}

function tableText(physical: string): string {
  return `${STORE_MARKER}.${quoted(physical)}`;
}
