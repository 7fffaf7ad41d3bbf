import type { TableChanges } from '../counts/table-changes.ts';
import { STORE_MARKER } from '../sql/store-marker.ts';
import type { Statement } from '../statement.ts';

/**
 * Adding null to the rows makes them null: nobody knows. Who finds no row here knows its own changes only, so the rows
 * are unknown too, until a reader has counted them.
 */
const CHANGE = `INSERT INTO ${STORE_MARKER}._table_stats AS kept (table_id, table_rows, version) VALUES ($1, NULL, 1)
  ON CONFLICT (table_id) DO UPDATE SET table_rows = kept.table_rows + $2::bigint, version = kept.version + 1`;
const NOTE = `UPDATE ${STORE_MARKER}._table_stats SET table_rows = $2 WHERE table_id = $1 AND version = $3 AND table_rows IS NULL`;

/** All rows of a table, counted by a reader. */
export interface CountedRows {
  readonly tableId: string;
  readonly rows: number;
  readonly version: number;
}

/** In the order of `TableChanges`, and before the update, which would lock in any order. */
export const LOCK_STATS: Statement = {
  text: `SELECT table_id FROM ${STORE_MARKER}._table_stats ORDER BY table_id FOR UPDATE`,
  values: [],
};
/** A filter on a column that was dropped and made anew has the same text, so no count is kept over a change of tables. */
export const OUTDATE_COUNTS: Statement = {
  text: `UPDATE ${STORE_MARKER}._table_stats SET version = version + 1`,
  values: [],
};

/**
 * The last statements of a transaction. The row of a table is locked from here to the commit: the version that a
 * snapshot shows stands for exactly the committed changes which that snapshot shows.
 */
export function changeStatements(changes: TableChanges): readonly Statement[] {
  return changes.inOrder().map(({ tableId, delta = null }) => ({ text: CHANGE, values: [tableId, delta] }));
}

/** Keeps a count that a reader made, unless the table has changed since. */
export function noteRows({ tableId, rows, version }: CountedRows): Statement {
  return { text: NOTE, values: [tableId, rows, version] };
}
