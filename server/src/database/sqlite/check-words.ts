import type { Bind, EntryPage, IdRange, WordIndex } from '../dialect.ts';
import { quoted } from '../sql/names.ts';
import { PHRASES, WORDS } from './functions.ts';
import { entryOf, idBytes, idText, numberOfEntry } from './row-numbers.ts';

export interface WordTables {
  readonly words: string;
  readonly ids: string;
  readonly entries: string;
  readonly owner: string;
  readonly columns: readonly string[];
}

/** Counts the rows of a range whose words differ from those in the index, and the numbers without a row. */
export function wrongText(
  { table, columns }: WordIndex,
  names: WordTables,
  { after, upTo }: IdRange,
  bind: Bind,
): string {
  const { words, ids } = names;
  const rows = quoted(table);
  const [from, to] = [bind(after, 'text'), bind(upTo, 'text')];
  const entry = entryOf('_i.rowid', textsOf('_r', columns));
  const differs = wordsOf('_r', columns, names).map(
    ([column, text]) => `EXISTS (SELECT 1 FROM json_each(${PHRASES}(${text})) AS _p
    WHERE NOT EXISTS (SELECT 1 FROM ${words} AS _w WHERE _w.rowid = ${entry} AND _w.${words} MATCH '{${column}} : "' || _p.value || '"'))`,
  );
  return `SELECT (SELECT count(*) FROM ${rows} AS _r LEFT JOIN ${ids} AS _i ON _i."id" = ${idBytes('_r."id"')}
      WHERE _r."id" > ${from} AND _r."id" <= ${to} AND (_i.rowid IS NULL OR ${differs.join(' OR ')}))
    + (SELECT count(*) FROM ${ids} AS _i WHERE _i."id" > ${idBytes(from)} AND _i."id" <= ${idBytes(to)}
      AND NOT EXISTS (SELECT 1 FROM ${rows} AS _t WHERE _t."id" = ${idText('_i."id"')})) AS "wrong"`;
}

/** Counts the entries whose row does not have the word, in a page of occurrences that starts after a position. */
export function surplusText({ table, columns }: WordIndex, names: WordTables, page: EntryPage, bind: Bind): string {
  const { entries, ids } = names;
  const [word, entry] = [bind(page.after.word, 'text'), bind(page.after.entry, 'integer')];
  const some = `SELECT term, doc, col FROM ${entries} WHERE term >= ${word} AND (term > ${word} OR doc > ${entry}) LIMIT ${bind(page.limit, 'integer')}`;
  const texts = wordsOf('_r', columns, names);
  const isInText = texts.map(([column]) => `WHEN '${column}' THEN instr(_d.${column}, ' ' || _e.term || ' ') > 0`);
  const isEntry = `_d.doc = ${entryOf('_i.rowid', textsOf('_r', columns))}`;
  return `WITH _e AS MATERIALIZED (${some}), _l AS (SELECT term, doc FROM _e ORDER BY term DESC, doc DESC LIMIT 1),
    _d AS MATERIALIZED (SELECT _d.doc AS doc, ${isEntry} AS is_entry, ${texts.map(([column, text]) => `' ' || ${text} || ' ' AS ${column}`).join(', ')}
      FROM (SELECT DISTINCT doc FROM _e) AS _d LEFT JOIN ${ids} AS _i ON _i.rowid = ${numberOfEntry('_d.doc')}
      LEFT JOIN ${quoted(table)} AS _r ON _r."id" = ${idText('_i."id"')})
    SELECT count(DISTINCT _e.doc) FILTER (WHERE (_d.is_entry AND CASE _e.col ${isInText.join(' ')} END) IS NOT TRUE) AS "wrong",
      (SELECT term FROM _l) AS "word", (SELECT doc FROM _l) AS "entry"
    FROM (SELECT DISTINCT term, doc, col FROM _e) AS _e JOIN _d ON _d.doc = _e.doc`;
}

function textsOf(row: string, columns: WordIndex['columns']): readonly string[] {
  return columns.map(({ physical }) => `${row}.${quoted(physical)}`);
}

function wordsOf(
  row: string,
  columns: WordIndex['columns'],
  names: WordTables,
): readonly (readonly [string, string])[] {
  const texts = textsOf(row, columns).map((text, at) => [names.columns[at] ?? '', `${WORDS}(${text})`] as const);
  return [[names.owner, `replace(${row}."owner_id", '-', '')`], ...texts];
}
