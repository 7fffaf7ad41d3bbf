import type { ExportPage, ExportRead, StoreName } from '../database.ts';
import { formatPage } from '../export/format-page.ts';
import type { Connection } from './connection.ts';
import type { QueryAnswer } from './query-answer.ts';
import { type StoreText, schemaOf } from './store-text.ts';

const FIRST_ROWS = 20;
const ROWS_MAX = 500;
/** Target size of one fetch; two may be in memory. */
const FETCH_CHARS = 128 * 1024;

/** Pages of all rows from one snapshot, through a cursor. The next page is fetched while one is being sent. */
export async function* exportRows(
  connection: Connection,
  store: StoreName,
  { text }: StoreText,
  { whole, format }: ExportRead,
): AsyncGenerator<ExportPage, void> {
  void connection.begin('READ ONLY', schemaOf(store));
  try {
    const declared = connection.runOnce(`DECLARE page NO SCROLL CURSOR FOR ${text}`, whole.values);
    declared.catch(() => undefined);
    let fetched = fetch(connection, FIRST_ROWS);
    await declared;
    for (let rows = await texts(fetched); rows.length > 0; rows = await texts(fetched)) {
      fetched = fetch(connection, rowsPerFetch(rows));
      yield { text: formatPage(format, rows), rows: rows.length };
    }
  } finally {
    // Discards the transaction, with rows that were fetched ahead of an early end.
    await connection.rollback().catch(() => undefined);
  }
}

function fetch(connection: Connection, rows: number): Promise<QueryAnswer> {
  const answer = connection.say(`FETCH ${rows} FROM page`);
  answer.catch(() => undefined);
  return answer;
}

async function texts(fetched: Promise<QueryAnswer>): Promise<string[]> {
  const { rows } = await fetched;
  return rows.map((row) => String(Object.values(row)[0]));
}

/** Fetches few rows when rows are large. Grows step by step, so that one small page before large rows does no harm. */
function rowsPerFetch(rows: readonly string[]): number {
  const chars = rows.reduce((sum, row) => sum + row.length, 0);
  const fitting = Math.floor((FETCH_CHARS * rows.length) / Math.max(1, chars));
  return Math.max(1, Math.min(fitting, rows.length * 4, ROWS_MAX));
}
