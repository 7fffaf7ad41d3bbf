import type { Condition } from '../../database/filter/index.ts';
import type { Column } from '../../database/schema/index.ts';
import type { Scope } from '../../database/sql/index.ts';
import { ServiceError, validationFailed } from '../../platform/errors.ts';
import { isIdOfTime, keepsIdOrder } from '../tables/index.ts';
import { IdOrderEnds, type OpenTable } from './on-table.ts';
import { completeRow, type Values } from './row-body.ts';

export const ROWS_MAX = 100;

export interface ReturnedRow {
  readonly shown: readonly Column[] | undefined;
  readonly shownWhen?: Condition;
}

/** Shows a row if the caller may read it in its new state; `read` is undefined when the caller may read no row. */
export function shownTo(read: Scope | undefined, isMinimal = false): ReturnedRow {
  return read === undefined || isMinimal ? { shown: undefined } : { shown: read.columns, shownWhen: read.condition };
}

/** Returns the number of rows. Throws when there are none or too many. */
export function requireRowCount(rows: readonly unknown[]): number {
  if (rows.length === 0) throw validationFailed({ body: 'must contain at least one row' });
  if (rows.length > ROWS_MAX) {
    throw new ServiceError('batch_too_large', `At most ${ROWS_MAX} rows may be sent at once.`);
  }
  return rows.length;
}

export function newRow({ context, target, table, nowMs }: OpenTable, sent: Values): Values {
  const ownerId = target.caller.kind === 'user' ? target.caller.user.id : null;
  const row = completeRow(table, sent, { id: context.ids(), nowMs, ownerId });
  if (table.idsByTime && !keepsIdOrder(table, row, sent)) throw new IdOrderEnds();
  return row;
}

/** Throws `IdOrderEnds` when a change of `created_at` breaks the order of ids. */
export function requireIdOrder({ table }: OpenTable, id: string | undefined, patch: Values): void {
  const createdAt = table.columnByName.get('created_at');
  if (table.idsByTime !== true || createdAt === undefined || !patch.has(createdAt)) return;
  if (id === undefined || !isIdOfTime(id, String(patch.get(createdAt)))) throw new IdOrderEnds();
}

export function idOf({ table }: OpenTable, row: Values): string {
  const column = table.columnByName.get('id');
  return String(column === undefined ? '' : row.get(column));
}
