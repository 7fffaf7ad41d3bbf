import { wordIdsName, wordTableName, wordTriggerName } from '../ddl/names.ts';
import type { Bind, SearchSource, SearchSyntax, WordIndex } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { quoted, ROW } from '../sql/names.ts';
import { WORDS } from './functions.ts';

/**
 * The words of a table are in an FTS5 table that stores no texts; a table of ids numbers its rows. Triggers fill both,
 * so any change of a row, including cascades and `on_conflict`, changes its words in the same transaction.
 */
export const sqliteSearch: SearchSyntax = {
  makesWords: true,
  findsOwner: true,
  create: (after, before) => (before?.key === after.key ? [] : createTables(after)),
  drop: (before, after) => (before.key === after?.key ? [] : dropTables(before)),
  createTriggers,
  dropTriggers: ({ tableId }) => TRIGGERS.map((op) => `DROP TRIGGER IF EXISTS ${quoted(wordTriggerName(tableId, op))}`),
  wordColumns: () => [],
  wordValues: () => [],
  fill: ({ tableId, table, key }, { after, upTo }, _, bind) =>
    `INSERT INTO ${quoted(wordIdsName(tableId, key))} ("id") SELECT "id" FROM ${quoted(table)}
      WHERE "id" > ${bind(after, 'text')} AND "id" <= ${bind(upTo, 'text')} ORDER BY "id" ON CONFLICT DO NOTHING`,
  matches: (search, bind, row) => {
    const { words, ids, isMatch } = namesOf(search);
    const match = `${isMatch} ${bind(queryOf(search), 'text')}`;
    // A few rows are looked up in the index one by one; otherwise the index returns all its matches.
    return search.isForFew === true
      ? `EXISTS (SELECT 1 FROM ${ids} CROSS JOIN ${words} ON _w.rowid = _i.rowid WHERE _i."id" = ${row}."id" AND ${match})`
      : `${row}."id" IN (SELECT _i."id" FROM ${words} CROSS JOIN ${ids} ON _i.rowid = _w.rowid WHERE ${match})`;
  },
  ranked: ({ search, rest }, bind, { text: page, span }) => {
    const found =
      rest === undefined && span !== undefined && span > 0
        ? topText(search, bind, span)
        : `SELECT _i."id" AS "id", ${rankOf(search)} AS "rank"${foundText({ search, rest }, bind)}`;
    const ranked = `${found} ORDER BY "rank", "id"${page}`;
    // Only the row itself decides who owns it; the index is merely used to find it.
    const owner = search.owner === undefined ? '' : ` AND ${ROW}."owner_id" = ${bind(search.owner, 'uuid')}`;
    const rows = `${quoted(search.table.physical)} AS ${ROW} ON ${ROW}."id" = _s."id"${owner}`;
    return ` FROM (${ranked}) AS _s CROSS JOIN ${rows} ORDER BY _s."rank", _s."id"`;
  },
  counted: (source, bind) => {
    if (source.rest !== undefined) return foundText(source, bind);
    const { words, isMatch } = namesOf(source.search);
    return ` FROM ${words} WHERE ${isMatch} ${bind(queryOf(source.search), 'text')}`;
  },
};

/** The owner is in a column of the index, so that the rows of one owner are found like those of a word. */
const OWNER = 'o';
const TRIGGERS = ['insert', 'update', 'delete', 'index'] as const;

const columnName = (position: number): string => `c${position}`;

function createTables({ tableId, key, columns }: WordIndex): readonly string[] {
  const names = [OWNER, ...columns.map((_, position) => columnName(position))].join(', ');
  return [
    `CREATE TABLE ${quoted(wordIdsName(tableId, key))} (rowid INTEGER PRIMARY KEY, "id" TEXT NOT NULL UNIQUE)`,
    // Words are separated by blanks; to this tokenizer every character outside ASCII is a letter.
    `CREATE VIRTUAL TABLE ${quoted(wordTableName(tableId, key))} USING fts5(${names}, content='', contentless_delete=1, tokenize='ascii')`,
  ];
}

function dropTables({ tableId, key }: WordIndex): readonly string[] {
  return [`DROP TABLE ${quoted(wordTableName(tableId, key))}`, `DROP TABLE ${quoted(wordIdsName(tableId, key))}`];
}

/**
 * A row that has a number has its words in the index: inserting the number also inserts the words, even while the index
 * of an existing table is being built.
 */
function createTriggers({ tableId, table, key, columns }: WordIndex): readonly string[] {
  const words = quoted(wordTableName(tableId, key));
  const ids = quoted(wordIdsName(tableId, key));
  const texts = columns.map(({ physical }) => quoted(physical));
  const names = ['rowid', OWNER, ...columns.map((_, position) => columnName(position))].join(', ');
  const wordsOf = (row: string): string =>
    [`replace(${row}."owner_id", '-', '')`, ...texts.map((text) => `${WORDS}(${row}.${text})`)].join(', ');
  const changed = ['"owner_id"', ...texts].map((text) => `old.${text} IS NOT new.${text}`).join(' OR ');
  const trigger = (op: (typeof TRIGGERS)[number], on: string, body: string): string =>
    `CREATE TRIGGER ${quoted(wordTriggerName(tableId, op))} AFTER ${on} BEGIN ${body} END`;
  const numberOf = `(SELECT rowid FROM ${ids} WHERE "id" = old."id")`;
  return [
    trigger('insert', `INSERT ON ${quoted(table)}`, `INSERT INTO ${ids} ("id") VALUES (new."id");`),
    trigger(
      'index',
      `INSERT ON ${ids}`,
      `INSERT INTO ${words} (${names}) SELECT new.rowid, ${wordsOf('_r')} FROM ${quoted(table)} AS _r WHERE _r."id" = new."id";`,
    ),
    trigger(
      'update',
      `UPDATE OF ${['"owner_id"', ...texts].join(', ')} ON ${quoted(table)} WHEN ${changed}`,
      `DELETE FROM ${words} WHERE rowid = ${numberOf};
      INSERT INTO ${words} (${names}) SELECT rowid, ${wordsOf('new')} FROM ${ids} WHERE "id" = new."id";`,
    ),
    trigger(
      'delete',
      `DELETE ON ${quoted(table)}`,
      `DELETE FROM ${words} WHERE rowid = ${numberOf}; DELETE FROM ${ids} WHERE "id" = old."id";`,
    ),
  ];
}

function namesOf({ table, key }: SearchCondition) {
  const words = quoted(wordTableName(table.id, key));
  return {
    words: `${words} AS _w`,
    ids: `${quoted(wordIdsName(table.id, key))} AS _i`,
    isMatch: `_w.${words} MATCH`,
    self: `_w.${words}`,
  };
}

/** Lower is more relevant. A match in the owner's column counts nothing. */
function rankOf(search: SearchCondition): string {
  return `bm25(${namesOf(search).self}, 0.0)`;
}

/**
 * The rows up to a position in the order of relevance, and those as relevant as the last one; ids are looked up for no
 * others.
 */
function topText(search: SearchCondition, bind: Bind, span: number): string {
  const { words, ids, isMatch } = namesOf(search);
  const match = `${isMatch} ${bind(queryOf(search), 'text')}`;
  const all = `WITH _f AS MATERIALIZED (SELECT _w.rowid AS "row", ${rankOf(search)} AS "rank" FROM ${words} WHERE ${match})`;
  const last = `SELECT "rank" FROM _f ORDER BY "rank" LIMIT 1 OFFSET ${bind(span - 1, 'integer')}`;
  const isTop = `_f."rank" <= coalesce((${last}), 0)`;
  return `${all} SELECT _i."id" AS "id", _f."rank" AS "rank" FROM _f CROSS JOIN ${ids} ON _i.rowid = _f."row" WHERE ${isTop}`;
}

function foundText({ search, rest }: SearchSource, bind: Bind): string {
  const { words, ids, isMatch } = namesOf(search);
  const match = `${isMatch} ${bind(queryOf(search), 'text')}`;
  const found = ` FROM ${words} CROSS JOIN ${ids} ON _i.rowid = _w.rowid`;
  if (rest === undefined) return `${found} WHERE ${match}`;
  const rows = ` CROSS JOIN ${quoted(search.table.physical)} AS ${ROW} ON ${ROW}."id" = _i."id"`;
  return `${found}${rows} WHERE ${match} AND ${rest(ROW)}`;
}

/** A query in FTS5 syntax, built only of quoted words, which contain only letters, marks and numbers. */
function queryOf({ indexed, columns, terms, owner }: SearchCondition): string {
  const names = columns.map((column) => columnName(indexed.indexOf(column))).join(' ');
  const text = (term: SearchTerm): string => `({${names}} : ${phraseText(term)})`;
  const wanted = terms.filter(({ isExcluded }) => !isExcluded).map(text);
  if (owner !== undefined) wanted.push(`(${OWNER} : "${owner.replaceAll('-', '')}")`);
  const excluded = terms.filter(({ isExcluded }) => isExcluded).map(text);
  const all = wanted.join(' AND ');
  return excluded.length === 0 ? all : `(${all}) NOT (${excluded.join(' OR ')})`;
}

function phraseText({ words, isPrefix }: SearchTerm): string {
  return `"${words.join(' ')}"${isPrefix ? ' *' : ''}`;
}
