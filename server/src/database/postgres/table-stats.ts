import type { TableChanges } from '../counts/table-changes.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import type { Statement } from '../statement.ts';

/**
 * Adding null to the row count makes it null, which means unknown. When the row does not exist yet, the transaction
 * only knows its own changes, so the count is unknown until a reader has counted the rows.
 */
const CHANGE = `INSERT INTO ${STORE_MARKER}._table_stats AS kept (table_id, table_rows, version) VALUES ($1, NULL, 1)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = kept.table_rows + $2::bigint, version = kept.version + 1`;
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
/**
 * After a column is dropped and recreated, a filter on it has the same text, so no count may survive a schema change.
 */
export const OUTDATE_COUNTS: Statement = {
  text: `UPDATE ${STORE_MARKER}._table_stats SET version = version + 1`,
  values: [],
};

/**
 * The last statements of a transaction. They lock a table's row until the commit, so the version in a snapshot covers
 * exactly the committed changes in that snapshot.
 */
export function changeStatements(changes: TableChanges): readonly Statement[] {
  return changes.inOrder().map(({ tableId, delta = null }) => ({ text: CHANGE, values: [tableId, delta] }));
}

/** Stores a count that a reader made, unless the table has changed since. */
export function noteRows({ tableId, rows, version }: CountedRows): Statement {
  return { text: NOTE, values: [tableId, rows, version] };
}
