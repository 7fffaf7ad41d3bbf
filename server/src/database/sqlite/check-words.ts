import type { Bind, IdRange, WordIndex } from '../dialect.ts';
import { quoted } from '../sql/names.ts';
import { PHRASES, WORDS } from './functions.ts';
import { idBytes, idText } from './row-numbers.ts';

export interface WordTables {
  readonly words: string;
  readonly ids: string;
  /** FTS5's own table of the number of words in each column of a row. */
  readonly sizes: string;
  /** The column for owners and those for texts. */
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
  const { words, ids, sizes, owner } = names;
  const rows = quoted(table);
  const [from, to] = [bind(after, 'text'), bind(upTo, 'text')];
  const texts = columns.map(({ physical }, at) => `${WORDS}(${quoted(physical)}) AS ${names.columns[at]}`);
  const all = [owner, ...names.columns];
  const differs = all.map(
    (column) => `EXISTS (SELECT 1 FROM json_each(${PHRASES}(_r.${column})) AS _p
    WHERE NOT EXISTS (SELECT 1 FROM ${words} AS _w WHERE _w.rowid = _i.rowid AND _w.${words} MATCH '{${column}} : "' || _p.value || '"'))`,
  );
  return `WITH _r AS MATERIALIZED (SELECT "id", replace("owner_id", '-', '') AS ${owner}, ${texts.join(', ')}
      FROM ${rows} WHERE "id" > ${from} AND "id" <= ${to})
    SELECT (SELECT count(*) FROM _r LEFT JOIN ${ids} AS _i ON _i."id" = ${idBytes('_r."id"')} LEFT JOIN ${sizes} AS _d ON _d.id = _i.rowid
      WHERE _i.rowid IS NULL OR _d.sz IS NOT unhex(${all.map((column) => sizeOf(`_r.${column}`)).join(' || ')}) OR ${differs.join(' OR ')})
    + (SELECT count(*) FROM ${ids} AS _i WHERE _i."id" > ${idBytes(from)} AND _i."id" <= ${idBytes(to)}
      AND NOT EXISTS (SELECT 1 FROM ${rows} AS _t WHERE _t."id" = ${idText('_i."id"')})) AS "wrong"`;
}

/** Counts the entries without a number among some that follow an entry; `last` is null behind the last one. */
export function surplusText({ ids, sizes }: WordTables, after: string, limit: string): string {
  const some = `SELECT id FROM ${sizes} WHERE id > ${after} ORDER BY id LIMIT ${limit}`;
  const isLost = `NOT EXISTS (SELECT 1 FROM ${ids} AS _i WHERE _i.rowid = _d.id)`;
  return `SELECT count(*) FILTER (WHERE ${isLost}) AS "wrong", max(_d.id) AS "last" FROM (${some}) AS _d`;
}

/** The number of words as FTS5 stores it (https://sqlite.org/fts5.html#the_document_sizes_table_docsize_table_), in hex. */
function sizeOf(words: string): string {
  const count = `iif(coalesce(${words}, '') = '', 0, length(${words}) - length(replace(${words}, ' ', '')) + 1)`;
  const digit = (shift: number, isLast: boolean): string => `(${count} >> ${shift} & 127${isLast ? '' : ' | 128'})`;
  const bytes = (length: number): string =>
    `format('${'%02X'.repeat(length)}', ${Array.from({ length }, (_, at) => digit(7 * (length - 1 - at), at === length - 1)).join(', ')})`;
  return `CASE WHEN ${count} < 128 THEN ${bytes(1)} WHEN ${count} < 16384 THEN ${bytes(2)} WHEN ${count} < 2097152 THEN ${bytes(3)} ELSE ${bytes(4)} END`;
}
