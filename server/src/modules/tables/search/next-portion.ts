import type { Database, IdRange, StoreName, WordIndex } from '../../../database/index.ts';
import { nextTexts } from '../../../database/sql/index.ts';

/** Few, so that other requests of the project are not delayed noticeably. */
const PORTION_ROWS = 250;
const PORTION_BYTES = 1024 * 1024;

export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

export interface Portion {
  readonly range: IdRange;
  readonly rows: number;
}

export async function nextPortion(
  database: Database,
  store: StoreName,
  index: WordIndex,
  after: string,
): Promise<Portion | undefined> {
  const rows = await database.query(store, nextTexts(database.dialect, index, after, PORTION_ROWS));
  let bytes = 0;
  let count = 0;
  for (const row of rows) {
    bytes += Number(row['bytes']);
    if (count > 0 && bytes > PORTION_BYTES) break;
    count += 1;
  }
  const last = rows[count - 1];
  return last === undefined ? undefined : { range: { after, upTo: String(last['id']) }, rows: count };
}
