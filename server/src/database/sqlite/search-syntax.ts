import { SETTLING_IDS_END } from '../counts/settling.ts';
import { wordEntriesName, wordIdsName, wordTableName, wordTriggerName } from '../ddl/names.ts';
import type { Bind, NewestPage, SearchSource, SearchSyntax, WordIndex } from '../dialect.ts';
import type { SearchTerm } from '../search/parse-search.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import { quoted, ROW } from '../sql/names.ts';
import { surplusText, type WordTables, wrongText } from './check-words.ts';
import { WORDS } from './functions.ts';
import { relevanceOf, topText } from './relevance.ts';
import {
  entryOf,
  firstEntryOf,
  idBytes,
  idText,
  isEntryInOrder,
  isEntryOf,
  isInOrder,
  lastEntryOf,
  NUMBER_MAX,
  nextNumber,
  numberFilled,
  numberOfEntry,
  secondBefore,
} from './row-numbers.ts';

/** Triggers fill an FTS5 table that stores no texts, so every change of a row changes its words in its transaction. */
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
    numberFilled(quoted(wordIdsName(tableId, key)), quoted(table), {
      after: bind(after, 'text'),
      upTo: bind(upTo, 'text'),
    }),
  countWrong: (index, range, _, bind) => wrongText(index, tablesOf(index), range, bind),
  countSurplus: (index, page, bind) => surplusText(index, tablesOf(index), page, bind),
  matches: (search, bind, row) => {
    const { words, ids, isMatch } = namesOf(search);
    const match = `${isMatch} ${bind(queryOf(search), 'text')}`;
    if (search.isForFew !== true)
      return `${row}."id" IN (SELECT ${idText('_i."id"')} FROM ${words} CROSS JOIN ${ids} ON ${IS_ENTRY} WHERE ${match})`;
    const isRow = `_i."id" = ${idBytes(`${row}."id"`)}`;
    // Each look-up of a prefix would collect the rows of all words with that prefix, so this is done once for all rows.
    if (search.terms.some(({ isPrefix }) => isPrefix))
      return `(SELECT _i.rowid FROM ${ids} WHERE ${isRow}) IN (SELECT ${numberOfEntry('_w.rowid')} FROM ${words} WHERE ${match})`;
    return `EXISTS (SELECT 1 FROM ${ids} CROSS JOIN ${words} ON ${isEntryOf('_w.rowid', '_i.rowid')} WHERE ${isRow} AND ${match})`;
  },
  newest: (source, bind, page) => {
    const found =
      source.among === undefined
        ? newestText(source, bind, page)
        : `SELECT ${idText('_i."id"')} AS "id"${foundText(source, bind)}`;
    const rest = source.rest === undefined ? '' : ` AND ${source.rest(ROW)}`;
    return ` FROM (${found}) AS _s CROSS JOIN ${rowsOf(source.search, bind)}${rest}`;
  },
  firstInOrder: undefined,
  ranked: ({ search, rest, among }, bind, { text: page, span }) => {
    const { words, ids, isMatch, self } = namesOf(search);
    const relevance = relevanceOf(search, self);
    const found =
      rest === undefined && among === undefined && span !== undefined && span > 0
        ? topText({ words, ids, relevance, match: `${isMatch} ${bind(queryOf(search), 'text')}` }, span, bind)
        : `SELECT ${idText('_i."id"')} AS "id", ${relevance} AS "rank"${foundText({ search, rest, among }, bind)}`;
    const ranked = `${found} ORDER BY "rank", "id"${page}`;
    return ` FROM (${ranked}) AS _s CROSS JOIN ${rowsOf(search, bind)} ORDER BY _s."rank", _s."id"`;
  },
  counted: (source, bind) => {
    if (source.rest !== undefined || source.among !== undefined) return foundText(source, bind);
    const { words, isMatch } = namesOf(source.search);
    return ` FROM ${words} WHERE ${isMatch} ${bind(queryOf(source.search), 'text')}`;
  },
  between: betweenText,
  countTail: (source, bind, { after, upTo }) => {
    const id = idBytes(after);
    const start = lastEntryOf(`coalesce((${numberBefore(namesOf(source.search).ids, secondBefore(id))}), 0)`);
    return `SELECT count(*), coalesce(sum(_i."id" <= ${idBytes(upTo)}), 0)${foundText(source, bind)} AND _w.rowid > ${start} AND _i."id" > ${id} AND _i."id" < ${idBytes(`'${SETTLING_IDS_END}'`)}`;
  },
};

const IS_ENTRY = `_i.rowid = ${numberOfEntry('_w.rowid')}`;
/** The owner is in a column of the index, so that the rows of one owner are found like those of a word. */
const OWNER = 'o';
const TRIGGERS = ['insert', 'update', 'delete', 'index'] as const;

const columnName = (position: number): string => `c${position}`;

function createTables({ tableId, key, columns }: WordIndex): readonly string[] {
  const names = [OWNER, ...columns.map((_, position) => columnName(position))].join(', ');
  const words = wordTableName(tableId, key);
  return [
    `CREATE TABLE ${quoted(wordIdsName(tableId, key))} (rowid INTEGER PRIMARY KEY, "id" BLOB NOT NULL UNIQUE)`,
    // To this tokenizer every character outside ASCII is a letter. Reading sizes for `bm25()` would take the most time.
    `CREATE VIRTUAL TABLE ${quoted(words)} USING fts5(${names}, content='', columnsize=0, tokenize='ascii')`,
    // Each statement with triggers writes a segment. Merging eight at a time, not four, saves a tenth of an insert.
    `INSERT INTO ${quoted(words)} (${quoted(words)}, rank) VALUES ('automerge', 8)`,
    // Lists the entries of the index, for its check. It stores nothing.
    `CREATE VIRTUAL TABLE ${quoted(wordEntriesName(tableId, key))} USING fts5vocab(${quoted(words)}, instance)`,
  ];
}

function dropTables({ tableId, key }: WordIndex): readonly string[] {
  const names = [wordEntriesName, wordTableName, wordIdsName].map((nameOf) => nameOf(tableId, key));
  return names.map((name) => `DROP TABLE IF EXISTS ${quoted(name)}`);
}

/** Only rows with a number have words. FTS5 must get the same words to delete them, so they depend on the row alone. */
function createTriggers({ tableId, table, key, columns }: WordIndex): readonly string[] {
  const words = quoted(wordTableName(tableId, key));
  const ids = quoted(wordIdsName(tableId, key));
  const texts = columns.map(({ physical }) => quoted(physical));
  const names = ['rowid', OWNER, ...columns.map((_, position) => columnName(position))].join(', ');
  const wordsOf = (row: string): string => {
    const entry = entryOf(
      '_i.rowid',
      texts.map((text) => `${row}.${text}`),
    );
    return [entry, `replace(${row}."owner_id", '-', '')`, ...texts.map((text) => `${WORDS}(${row}.${text})`)].join(
      ', ',
    );
  };
  const changed = ['"owner_id"', ...texts].map((text) => `old.${text} IS NOT new.${text}`).join(' OR ');
  const trigger = (op: (typeof TRIGGERS)[number], on: string, body: string): string =>
    `CREATE TRIGGER ${quoted(wordTriggerName(tableId, op))} AFTER ${on} BEGIN ${body} END`;
  const numbered = (row: string): string => `FROM ${ids} AS _i WHERE _i."id" = ${idBytes(`${row}."id"`)}`;
  const remove = `INSERT INTO ${words} (${words}, ${names}) SELECT 'delete', ${wordsOf('old')} ${numbered('old')};`;
  return [
    trigger('insert', `INSERT ON ${quoted(table)}`, `${nextNumber(ids)};`),
    trigger(
      'index',
      `INSERT ON ${ids}`,
      `INSERT INTO ${words} (${names}) SELECT ${wordsOf('_r')} FROM (SELECT new.rowid AS rowid) AS _i CROSS JOIN ${quoted(table)} AS _r WHERE _r."id" = ${idText('new."id"')};`,
    ),
    trigger(
      'update',
      `UPDATE OF ${['"owner_id"', ...texts].join(', ')} ON ${quoted(table)} WHEN ${changed}`,
      `${remove} INSERT INTO ${words} (${names}) SELECT ${wordsOf('new')} ${numbered('new')};`,
    ),
    trigger(
      'delete',
      `DELETE ON ${quoted(table)}`,
      `${remove} DELETE FROM ${ids} WHERE "id" = ${idBytes('old."id"')};`,
    ),
  ];
}

function tablesOf({ tableId, key, columns }: WordIndex): WordTables {
  return {
    words: quoted(wordTableName(tableId, key)),
    ids: quoted(wordIdsName(tableId, key)),
    entries: quoted(wordEntriesName(tableId, key)),
    owner: OWNER,
    columns: columns.map((_, position) => columnName(position)),
  };
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

/**
 * The ids of the newest rows, possibly with others: `span` rows, and rows whose ids are up to a second older, because
 * an id and the creation of its row differ by less than half a second (`tables/id-order.ts`). Their numbers follow that
 * of a row created another second before.
 */
function newestText(source: SearchSource, bind: Bind, { span, budget }: NewestPage): string {
  const { words, ids, isMatch } = namesOf(source.search);
  const match = `${isMatch} ${bind(queryOf(source.search), 'text')}`;
  const most = bind(span, 'integer');
  const matches = `SELECT _w.rowid AS "entry" FROM ${words} WHERE ${match} AND ${isEntryInOrder('_w.rowid')} ORDER BY _w.rowid DESC`;
  const { rest } = source;
  const tested =
    rest === undefined
      ? ''
      : ` CROSS JOIN ${rowsText(source.search)} ON ${ROW}."id" = ${idText('_i."id"')} AND ${rest(ROW)}`;
  const newestFound =
    budget === undefined
      ? `FROM ${words} CROSS JOIN ${ids} ON ${IS_ENTRY}${tested} WHERE ${match} AND ${isEntryInOrder('_w.rowid')} ORDER BY _w.rowid DESC`
      : `FROM _m CROSS JOIN ${ids} ON _i.rowid = ${numberOfEntry('_m."entry"')}${tested} ORDER BY _m."entry" DESC`;
  const last = `SELECT _i."id" AS "id" ${newestFound} LIMIT ${most}`;
  const all = budget === undefined ? "ELSE x''" : `WHEN (SELECT count(*) FROM _m) < ${budget} THEN x''`;
  const oldest = `SELECT CASE WHEN count(*) = ${most} THEN ${secondBefore('min("id")')} ${all} END AS "id" FROM (${last})`;
  const before = numberBefore(ids, secondBefore('_o."id"'));
  const start = lastEntryOf(`(SELECT iif("id" IS NULL, ${NUMBER_MAX}, coalesce((${before}), 0)) FROM _o)`);
  const within = budget === undefined ? '' : `_m AS MATERIALIZED (${matches} LIMIT ${budget}), `;
  return `WITH ${within}_o AS MATERIALIZED (${oldest})
    SELECT ${idText('_i."id"')} AS "id" FROM ${words} CROSS JOIN ${ids} ON ${IS_ENTRY}
    WHERE ${match} AND _w.rowid > ${start} AND _i."id" >= (SELECT "id" FROM _o)`;
}

function numberBefore(ids: string, bytes: string): string {
  return `SELECT rowid FROM ${ids} WHERE "id" < ${bytes} AND ${isInOrder('rowid')} ORDER BY "id" DESC LIMIT 1`;
}

/** Joins the rows. The index only finds candidates; the row itself decides who owns it. */
function rowsOf({ table, owner }: SearchCondition, bind: Bind): string {
  const isOwned = owner === undefined ? '' : ` AND ${ROW}."owner_id" = ${bind(owner, 'uuid')}`;
  return `${rowsText({ table })} ON ${ROW}."id" = _s."id"${isOwned}`;
}

function rowsText({ table }: Pick<SearchCondition, 'table'>): string {
  return `${quoted(table.physical)} AS ${ROW}`;
}

function foundText({ search, rest, among }: SearchSource, bind: Bind): string {
  if (among !== undefined) {
    const isAmong = `${numberOfEntry('_w.rowid')} IN (${numbersText(search, among)})`;
    return `${betweenText(search, among, bind, ` CROSS JOIN ${namesOf(search).ids} ON ${IS_ENTRY}`)} AND ${isAmong}`;
  }
  const { words, ids, isMatch } = namesOf(search);
  const match = `${isMatch} ${bind(queryOf(search), 'text')}`;
  const found = ` FROM ${words} CROSS JOIN ${ids} ON ${IS_ENTRY}`;
  if (rest === undefined) return `${found} WHERE ${match}`;
  const rows = ` CROSS JOIN ${rowsText(search)} ON ${ROW}."id" = ${idText('_i."id"')}`;
  return `${found}${rows} WHERE ${match} AND ${rest(ROW)}`;
}

/** The matches between the first and the last number of some rows, whose ids `among` selects. */
function betweenText(search: SearchCondition, among: string, bind: Bind, join = ''): string {
  const { words, isMatch } = namesOf(search);
  const ends = `SELECT min("number") AS "first", max("number") AS "last" FROM (${numbersText(search, among)})`;
  const isBetween = `_w.rowid BETWEEN ${firstEntryOf('_b."first"')} AND ${lastEntryOf('_b."last"')}`;
  return ` FROM (${ends}) AS _b CROSS JOIN ${words}${join} WHERE ${isMatch} ${bind(queryOf(search), 'text')} AND ${isBetween}`;
}

function numbersText(search: SearchCondition, among: string): string {
  return `SELECT _i.rowid AS "number" FROM (${among}) AS _a CROSS JOIN ${namesOf(search).ids} ON _i."id" = ${idBytes('_a."id"')}`;
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
