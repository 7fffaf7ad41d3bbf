import { settledBefore } from '../counts/settling.ts';
import type { TableChanges } from '../counts/table-changes.ts';
import type { StoreHandle } from './store-handle.ts';

const READ = 'SELECT table_rows, version, settled_id, settled_version FROM _table_stats WHERE table_id = ?';
/** The second value is the smallest id that was changed, the third the id up to which rows are now settled. */
const CHANGE = `UPDATE _table_stats SET table_rows = table_rows + ?1, version = version + 1,
  settled_version = CASE WHEN ?2 > coalesce(settled_id, '') THEN settled_version ELSE version + 1 END,
  settled_id = max(coalesce(settled_id, ''), ?3) WHERE table_id = ?4`;
const FORGET = `INSERT INTO _table_stats (table_id, table_rows, version) VALUES (?, NULL, 1)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = NULL, version = version + 1, settled_version = version + 1`;
const NOTE = `INSERT INTO _table_stats (table_id, table_rows, version) VALUES (?, ?, ?)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = excluded.table_rows
  WHERE table_rows IS NULL AND version = excluded.version`;

export interface TableStats {
  readonly rows: number | undefined;
  readonly version: number;
  /** Rows with ids up to this one are settled; empty if none are. */
  readonly settledId: string;
  /** The last version that changed a settled row: a count of settled rows made since then still holds. */
  readonly settledVersion: number;
}

export function readTableStats(handle: StoreHandle, tableId: string): TableStats {
  const [row] = handle.arrays(READ, [tableId]);
  const [rows, version, settledId, settledVersion] = row ?? [];
  return {
    rows: typeof rows === 'number' ? rows : undefined,
    version: Number(version ?? 0),
    settledId: String(settledId ?? ''),
    settledVersion: Number(settledVersion ?? 0),
  };
}

export function noteRowCount(handle: StoreHandle, tableId: string, rows: number, version: number): void {
  handle.run({ text: NOTE, values: [tableId, rows, version] });
}

/** Call this once, before the group's commit. */
export function writeTableChanges(handle: StoreHandle, changes: TableChanges): void {
  for (const { tableId, physical, delta, firstId = '' } of changes.inOrder()) {
    if (delta === undefined) handle.run({ text: FORGET, values: [tableId] });
    else if (
      handle.run({ text: CHANGE, values: [delta, firstId, settledBefore(firstId) ?? '', tableId] }).touched === 0
    )
      startStats(handle, tableId, physical);
  }
}

/** The first write of a table counts its rows once; from then on the count is updated. */
function startStats(handle: StoreHandle, tableId: string, physical: string): void {
  const table = `"${physical.replaceAll('"', '""')}"`;
  const text = `INSERT INTO _table_stats (table_id, table_rows, version) SELECT ?, count(*), 1 FROM ${table}`;
  handle.run({ text, values: [tableId] });
}
