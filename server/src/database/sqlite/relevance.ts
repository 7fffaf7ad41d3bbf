import type { Bind } from '../dialect.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import {
  FIRST_LATE_ENTRY,
  idText,
  isEntryInOrder,
  isInOrder,
  isLate,
  LENGTH_CLASSES,
  lastEntryOf,
  lengthClassOf,
  NUMBER_MAX,
  numberOfEntry,
  secondAfter,
} from './row-numbers.ts';

/** With this weight `bm25()` is proportional to how often words occur. The index stores no lengths for it to use. */
const WEIGHT = '1e-12';

const LENGTH_FACTORS = Array.from(
  { length: LENGTH_CLASSES },
  (_, lengthClass) => `WHEN ${lengthClass} THEN ${1 / (0.17 + 0.095 * 2 ** (lengthClass / 2))}`,
);

/**
 * Lower is more relevant: for one word, the order of BM25 (b = 0.75, an average of 300 characters). Lengths include
 * columns that the caller may not see, and an order by them would reveal how long hidden texts are; so such callers get
 * an order without lengths.
 */
export function relevanceOf({ indexed, columns }: SearchCondition, self: string): string {
  const occurrences = `-abs(bm25(${self}, 0.0${`, ${WEIGHT}`.repeat(indexed.length)}))`;
  if (columns.length < indexed.length) return occurrences;
  // SQLite compares a few numbers faster than it calls `pow()`.
  return `${occurrences} * CASE ${lengthClassOf('_w.rowid')} ${LENGTH_FACTORS.join(' ')} END`;
}

export interface RankedWords {
  /** The table of words `_w` and the table of ids `_i`. */
  readonly words: string;
  readonly ids: string;
  readonly relevance: string;
  readonly match: string;
}

/** Reads this many more rows, which usually show that no other row of the same relevance has a smaller id. */
const MORE_ROWS = 100;

/**
 * The rows up to a position in the order of relevance, possibly with others. If several rows share the last position,
 * all entries that may have a smaller id are added: late ones, and those before a row created over a second later.
 */
export function topText({ words, ids, relevance, match }: RankedWords, span: number, bind: Bind): string {
  const most = bind(span, 'integer');
  const ranked = `SELECT _w.rowid AS "entry", ${relevance} AS "rank" FROM ${words} WHERE ${match} ORDER BY "rank", "entry" LIMIT ${most} + ${MORE_ROWS}`;
  const placed = `SELECT _t."entry", _t."rank", _i."id", row_number() OVER (ORDER BY _t."rank", _t."entry") AS "place"
    FROM _t CROSS JOIN ${ids} ON _i.rowid = ${numberOfEntry('_t."entry"')}`;
  const tied = `SELECT "rank", ${secondAfter('max("id")')} AS "after" FROM _p
    WHERE "place" <= ${most} AND "rank" = (SELECT max("rank") FROM _p) AND (SELECT count(*) FROM _p) > ${most}
    GROUP BY "rank"`;
  const isSettled = `SELECT 1 FROM _p WHERE _p."id" >= _l."after" AND _p."rank" = _l."rank" AND ${isEntryInOrder('_p."entry"')}`;
  const younger = `SELECT rowid FROM ${ids} WHERE "id" >= _l."after" AND ${isInOrder('rowid')} ORDER BY "id" LIMIT 1`;
  const before = `SELECT "rank", ${lastEntryOf(`coalesce((${younger}), ${NUMBER_MAX})`)} AS "entry" FROM _l WHERE NOT EXISTS (${isSettled})`;
  const late = `SELECT "rank" FROM _l WHERE EXISTS (SELECT 1 FROM ${ids} WHERE ${isLate('rowid')})`;
  const others = (tie: string, isWanted: string): string =>
    `SELECT _w.rowid, _o."rank" FROM (${tie}) AS _o CROSS JOIN ${words} WHERE ${match} AND ${isWanted} AND ${relevance} = _o."rank"`;
  return `WITH _t AS MATERIALIZED (${ranked}), _p AS MATERIALIZED (${placed}), _l AS MATERIALIZED (${tied}),
    _f AS (SELECT "entry", "rank" FROM _t
      UNION ${others(before, '_w.rowid <= _o."entry"')}
      UNION ${others(late, `_w.rowid >= ${FIRST_LATE_ENTRY}`)})
    SELECT ${idText('_i."id"')} AS "id", _f."rank" AS "rank" FROM _f CROSS JOIN ${ids} ON _i.rowid = ${numberOfEntry('_f."entry"')}`;
}
