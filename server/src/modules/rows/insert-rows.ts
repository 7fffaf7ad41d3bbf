import type { RowStep, WriteOptions, WriteResult } from '../../database/index.ts';
import { insertRows as insertStatements, type Scope } from '../../database/sql/index.ts';
import { idempotencyOf, type Repeatable } from '../../http/index.ts';
import { newRow, type ReturnedRow, requireRowCount, shownTo } from './new-row.ts';
import { type LazyInput, type OpenTable, onTable, requireRoom, type Target } from './on-table.ts';
import { findScope, requireScope } from './require-scope.ts';
import { readRow, readRows, type Values } from './row-body.ts';
import { explained, isCausedByOneRow } from './row-failure.ts';
import type { RowsContext } from './rows-context.ts';
import { upsertRows } from './upsert-rows.ts';
import { refersToHidden, requireVisibleReferences } from './visible-references.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

export interface InsertInput {
  /** A row, or an array of rows that are inserted all or none. */
  readonly body: unknown;
  /** A unique column: a row that already has its value is updated instead. */
  readonly onConflict?: string | undefined;
  /** Returns the number of rows instead of the rows. */
  readonly isMinimal?: boolean | undefined;
  readonly repeatable?: Repeatable | undefined;
  /** Called with the number of rows before any work, so that each row counts as a write. */
  readonly spend?: ((rows: number) => void) | undefined;
}

export function insertRows(context: RowsContext, target: Target, ask: LazyInput<InsertInput>): Promise<WriteOutcome> {
  return onTable(context, target, async (open) => {
    const create = requireScope(open, 'create');
    const { body, onConflict, isMinimal, repeatable, spend } = ask();
    await requireRoom(open);
    if (Array.isArray(body)) countRows(body, spend);
    const write = {
      schemaVersion: open.catalogue.version,
      ...(repeatable && {
        idempotency: idempotencyOf({ ...target, path: [target.table, 'rows'] }, repeatable, open.nowMs),
      }),
    };
    if (onConflict !== undefined) return await upsertRows(open, { body, onConflict, isMinimal, write });
    const rows = readNewRows(open, body);
    if (refersToHidden(open, rows)) await requireVisibleReferences(open, rows);
    const shown = shownTo(findScope(open, 'read'), isMinimal);
    const written = await explained({ open, action: 'insert', rows }, () =>
      writeNew(open, { rows, create, shown }, write),
    );
    return outcomeOf(written, shown.shown !== undefined);
  });
}

function countRows(rows: readonly unknown[], spend: InsertInput['spend']): void {
  const count = requireRowCount(rows);
  spend?.(count);
}

export interface NewRows {
  readonly rows: readonly Values[];
  readonly create: Scope;
  readonly shown: ReturnedRow;
  readonly isOneByOne?: boolean;
}

export function insertStep(open: OpenTable, { rows, create, shown, isOneByOne }: NewRows): RowStep {
  return insertStatements(open.context.database.dialect, {
    table: open.table,
    rows,
    check: create.condition,
    ...shown,
    isOneByOne,
  });
}

/** After a failure, rows are written one by one, because a statement does not tell which row failed. */
async function writeNew(open: OpenTable, rows: NewRows, options: WriteOptions): Promise<WriteResult> {
  const write = (insert: NewRows): Promise<WriteResult> =>
    open.context.database.write(open.target.project.store, [insertStep(open, insert)], options);
  try {
    return await write(rows);
  } catch (error) {
    if (rows.rows.length === 1 || !isCausedByOneRow(error)) throw error;
  }
  return await write({ ...rows, isOneByOne: true });
}

function readNewRows(open: OpenTable, body: unknown): readonly Values[] {
  if (!Array.isArray(body)) return [newRow(open, readRow(open, body).values)];
  return readRows(open, body).map((sent) => newRow(open, sent.values));
}
