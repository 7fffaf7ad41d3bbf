import { firstIdAt } from '../../platform/ids.ts';
import { settledBefore } from '../counts/settling.ts';
import type { TableChanges } from '../counts/table-changes.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import type { Statement } from '../statement.ts';

/** No id is smaller. */
const FIRST_ID = firstIdAt(0);

/**
 * Null means unknown. A new row's transaction knows only its own changes, so it is unknown until a reader counts. The
 * third value is the smallest id that was changed, the fourth the id up to which rows are now settled. A version that a
 * process of an older release made may have changed any row (docs/decisions/0063-settled-counts-on-postgresql.md).
 */
const CHANGE = `INSERT INTO ${STORE_MARKER}._table_stats AS kept (table_id, table_rows, version) VALUES ($1, NULL, 1)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = kept.table_rows + $2::bigint, version = kept.version + 1, noted_version = kept.version + 1,
    settled_version = CASE WHEN kept.noted_version = kept.version AND $3::uuid > kept.settled_id
      THEN kept.settled_version ELSE kept.version + 1 END,
    settled_id = greatest(kept.settled_id, $4::uuid)`;
const NOTE = `UPDATE ${STORE_MARKER}._table_stats SET table_rows = $2 WHERE table_id = $1 AND version = $3 AND table_rows IS NULL`;

export interface CountedRows {
  readonly tableId: string;
  readonly rows: number;
  readonly version: number;
}

/** Locks in the order of `TableChanges`, before an update that would lock in any order. */
export const LOCK_STATS: Statement = {
  text: `SELECT table_id FROM ${STORE_MARKER}._table_stats ORDER BY table_id FOR UPDATE`,
  values: [],
};
/** A filter on a column that was dropped and recreated has the same text, so no count survives a schema change. */
export const OUTDATE_COUNTS: Statement = {
  text: `UPDATE ${STORE_MARKER}._table_stats SET version = version + 1`,
  values: [],
};

/** Send these last: they lock a table's row until the commit, so a snapshot's version covers exactly its changes. */
export function changeStatements(changes: TableChanges): readonly Statement[] {
  return changes.inOrder().map(({ tableId, delta = null, firstId = FIRST_ID }) => ({
    text: CHANGE,
    values: [tableId, delta, firstId, settledBefore(firstId) ?? null],
  }));
}

/** Stores a count that a reader made, unless the table has changed since. */
export function noteRows({ tableId, rows, version }: CountedRows): Statement {
  return { text: NOTE, values: [tableId, rows, version] };
}
