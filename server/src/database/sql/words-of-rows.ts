import type { Row } from '../database.ts';
import type { Dialect, EntryPage, IdRange, IndexedTexts, WordIndex } from '../dialect.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { quoted } from './names.ts';

export function nextTexts(dialect: Dialect, { table, columns }: WordIndex, after: string, limit: number): Statement {
  const into = new Bindings(dialect);
  const bytes = columns.map(({ physical }) => `coalesce(octet_length(${quoted(physical)}), 0)`).join(' + ');
  const where = `"id" > ${into.bind(after, 'uuid')} ORDER BY "id" LIMIT ${into.bind(limit, 'integer')}`;
  return into.statement(`SELECT "id", ${bytes} AS "bytes" FROM ${dialect.table(table)} WHERE ${where}`);
}

export function textsOf(dialect: Dialect, { table, columns }: WordIndex, { after, upTo }: IdRange): Statement {
  const into = new Bindings(dialect);
  const texts = columns.map(({ physical }, at) => `${quoted(physical)} AS "t${at}"`).join(', ');
  const where = `"id" > ${into.bind(after, 'uuid')} AND "id" <= ${into.bind(upTo, 'uuid')}`;
  return into.statement(`SELECT "id", ${texts} FROM ${dialect.table(table)} WHERE ${where} ORDER BY "id"`);
}

export function readTexts({ columns }: WordIndex, rows: readonly Row[]): readonly IndexedTexts[] {
  return rows.map((row) => ({
    id: String(row['id']),
    texts: columns.map((_, at) => {
      const text = row[`t${at}`] ?? null;
      return text === null ? null : String(text);
    }),
  }));
}

export function fillWords(
  dialect: Dialect,
  index: WordIndex,
  range: IdRange,
  rows: readonly IndexedTexts[],
): Statement {
  const into = new Bindings(dialect);
  return into.statement(dialect.search.fill(index, range, rows, into.bind));
}

export function countWrongWords(
  dialect: Dialect,
  index: WordIndex,
  range: IdRange,
  rows: readonly IndexedTexts[],
): Statement {
  const into = new Bindings(dialect);
  return into.statement(dialect.search.countWrong(index, range, rows, into.bind));
}

/** Returns `wrong`, `word` and `entry`; undefined where the engine stores no entries separately from rows. */
export function countSurplusWords(dialect: Dialect, index: WordIndex, page: EntryPage): Statement | undefined {
  const into = new Bindings(dialect);
  const text = dialect.search.countSurplus?.(index, page, into.bind);
  return text === undefined ? undefined : into.statement(text);
}
