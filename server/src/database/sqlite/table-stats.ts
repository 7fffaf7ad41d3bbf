import type { TableChanges } from '../counts/table-changes.ts';
import type { StoreHandle } from './store-handle.ts';

const READ = 'SELECT table_rows, version FROM _table_stats WHERE table_id = ?';
const CHANGE = 'UPDATE _table_stats SET table_rows = table_rows + ?, version = version + 1 WHERE table_id = ?';
const FORGET = `INSERT INTO _table_stats (table_id, table_rows, version) VALUES (?, NULL, 1)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = NULL, version = version + 1`;
const NOTE = `INSERT INTO _table_stats (table_id, table_rows, version) VALUES (?, ?, ?)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = excluded.table_rows
  WHERE table_rows IS NULL AND version = excluded.version`;

export interface TableStats {
  /** Undefined while unknown. */
  readonly rows: number | undefined;
  readonly version: number;
}

export function readTableStats(handle: StoreHandle, tableId: string): TableStats {
  const [row] = handle.arrays(READ, [tableId]);
  return { rows: typeof row?.[0] === 'number' ? row[0] : undefined, version: Number(row?.[1] ?? 0) };
}

export function noteRowCount(handle: StoreHandle, tableId: string, rows: number, version: number): void {
  handle.run({ text: NOTE, values: [tableId, rows, version] });
}

/** Updates the tables' counts for one group of writes, once before the group's commit. */
export function writeTableChanges(handle: StoreHandle, changes: TableChanges): void {
  for (const { tableId, physical, delta } of changes.inOrder()) {
    if (delta === undefined) handle.run({ text: FORGET, values: [tableId] });
    else if (handle.run({ text: CHANGE, values: [delta, tableId] }).touched === 0)
      startStats(handle, tableId, physical);
  }
}

/** The first write of a table counts its rows once; from then on the count is updated. */
function startStats(handle: StoreHandle, tableId: string, physical: string): void {
  const table = `"${physical.replaceAll('"', '""')}"`;
  const text = `INSERT INTO _table_stats (table_id, table_rows, version) SELECT ?, count(*), 1 FROM ${table}`;
  handle.run({ text, values: [tableId] });
}
