import { quoted } from '../sql/names.ts';
import type { RequestOf } from './protocol.ts';
import type { StoreHandle } from './store-handle.ts';

const OWNER = "SELECT tbl_name FROM sqlite_schema WHERE type = 'index' AND name = ?";
const WHOLE = `SELECT 1 FROM sqlite_schema AS _s, pragma_index_list(_s.tbl_name) AS _i
  WHERE _s.type = 'index' AND _s.name = ? AND _i.name = _s.name AND NOT _i.partial`;
const MOVE = "UPDATE sqlite_schema SET name = ?, tbl_name = ?, sql = ? WHERE type = 'index' AND name = ?";

/**
 * Makes the index of a side table the index of the table whose rows the side table repeats
 * (docs/decisions/0072-sqlite-builds-indexes-in-a-side-table.md). Their pages have the same format, so only the row of the schema
 * changes. The dropped triggers make all connections read the schema again.
 */
export function adoptIndex(handle: StoreHandle, request: RequestOf<'adopt_index'>): null {
  const { index, table, text, from, triggers } = request;
  const { db } = handle;
  db.enableDefensive(false);
  try {
    handle.exec('BEGIN IMMEDIATE');
    if (handle.arrays(WHOLE, [from]).length !== 1) throw new Error(`the index ${from} does not have all rows`);
    db.exec('PRAGMA writable_schema = ON');
    const { touched } = handle.run({ text: MOVE, values: [index, table, text, from] });
    if (touched !== 1) throw new Error(`the index ${from} is not there`);
    db.exec('PRAGMA writable_schema = RESET');
    for (const trigger of triggers) db.exec(`DROP TRIGGER ${quoted(trigger)}`);
    requireIndex(handle, index, table);
    handle.commit();
    return null;
  } catch (error) {
    handle.rollback();
    db.exec('PRAGMA writable_schema = RESET');
    throw error;
  } finally {
    db.enableDefensive(true);
  }
}

/** SQLite itself must know the index as one of the table. */
function requireIndex(handle: StoreHandle, index: string, table: string): void {
  const [row] = handle.arrays(OWNER, [index]);
  const known = handle.arrays(`SELECT 1 FROM pragma_index_list(?) WHERE name = ?`, [table, index]);
  handle.arrays(`SELECT "id" FROM ${quoted(table)} INDEXED BY ${quoted(index)} LIMIT 1`, []);
  if (row?.[0] !== table || known.length !== 1) throw new Error(`${index} did not become an index of ${table}`);
}
