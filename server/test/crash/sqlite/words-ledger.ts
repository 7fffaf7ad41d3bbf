import type { PlainStep, StoreName } from '../../../src/database/database.ts';
import type { WordIndex } from '../../../src/database/dialect.ts';
import { countSurplusWords, countWrongWords } from '../../../src/database/sql/index.ts';
import { openSqliteDatabase } from '../../../src/database/sqlite/open-sqlite-database.ts';
import type { Statement, Value } from '../../../src/database/statement.ts';
import { systemClock } from '../../../src/platform/clock.ts';

export const WORDS_STORE: StoreName = 'p_words';

export const WORDS_INDEX: WordIndex = {
  tableId: 'notes',
  table: 'notes',
  key: 'k',
  columns: [{ physical: 'body', wordsKey: 'body' }],
};

const EVERY_ID = { after: '', upTo: 'g' };

export interface WordsAudit {
  readonly wrong: number;
  readonly integrity: string;
}

export const plain = (text: string, values: readonly Value[] = []): PlainStep => ({
  kind: 'plain',
  statement: { text, values },
});

/** Compares the index of words with the rows, in the files that a process or a power cut left. */
export async function auditWords(directory: string): Promise<WordsAudit> {
  const database = await openSqliteDatabase({ directory, clock: systemClock });
  try {
    const { dialect } = database;
    const read = async (statement: Statement | undefined, name: string): Promise<unknown> =>
      statement && (await database.query(WORDS_STORE, statement))[0]?.[name];
    const isThere = { text: "SELECT count(*) AS found FROM sqlite_schema WHERE name = 'notes'", values: [] };
    if (Number(await read(isThere, 'found')) === 0) return { wrong: 0, integrity: 'ok' };
    const wrong = await read(countWrongWords(dialect, WORDS_INDEX, EVERY_ID, []), 'wrong');
    const surplus = await read(
      countSurplusWords(dialect, WORDS_INDEX, { after: { word: '', entry: 0 }, limit: 10_000_000 }),
      'wrong',
    );
    const integrity = await read({ text: 'PRAGMA integrity_check', values: [] }, 'integrity_check');
    return { wrong: Number(wrong) + Number(surplus), integrity: String(integrity) };
  } finally {
    await database.close();
  }
}
