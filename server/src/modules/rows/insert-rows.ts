import type { RowStep } from '../../database/database.ts';
import { insertRows as insertStatements, type Scope } from '../../database/sql/index.ts';
import { idempotencyOf, type Repeatable } from './idempotency.ts';
import { idOf, newRow, requireRowCount, type Shown, shownTo } from './new-row.ts';
import { type Ask, type OpenTable, onTable, type RowsParts, type Target } from './on-table.ts';
import { findScope, requireScope } from './require-scope.ts';
import { readRow, readRows, type Values } from './row-body.ts';
import { explained } from './row-failure.ts';
import { upsertRows } from './upsert-rows.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

export interface InsertInput {
  /** A row, or an array of rows that are inserted all or not at all. */
  readonly body: unknown;
  /** A unique column: a row that has its value is updated instead. */
  readonly onConflict?: string | undefined;
  /** The rows are not asked for, only how many. */
  readonly isMinimal?: boolean | undefined;
  readonly repeatable?: Repeatable | undefined;
  /** Told the number of rows before any work, so that each counts as a write. */
  readonly spend?: ((rows: number) => void) | undefined;
}

export function insertRows(parts: RowsParts, target: Target, ask: Ask<InsertInput>): Promise<WriteOutcome> {
  return onTable(parts, target, async (open) => {
    const create = requireScope(open, 'create');
    const { body, onConflict, isMinimal, repeatable, spend } = ask();
    if (Array.isArray(body)) spend?.(requireRowCount(body));
    const write = {
      schemaVersion: open.catalogue.version,
      ...(repeatable && { idempotency: idempotencyOf(target, 'rows', repeatable, open.nowMs) }),
    };
    if (onConflict !== undefined) return await upsertRows(open, { body, onConflict, isMinimal, write });
    const rows = readNewRows(open, body);
    const shown = shownTo(findScope(open, 'read'), isMinimal);
    const step = insertStep(open, { rows, create, shown });
    const written = await explained({ open, action: 'insert', rows }, () =>
      parts.database.write(target.project.store, [step], write),
    );
    return outcomeOf(written, shown.shown !== undefined);
  });
}

export function insertStep(
  open: OpenTable,
  { rows, create, shown }: { rows: readonly Values[]; create: Scope; shown: Shown },
): RowStep {
  const ids = rows.map((row) => idOf(open, row));
  return insertStatements(open.parts.database.dialect, {
    table: open.table,
    rows,
    check: create.condition,
    ...shown,
    ids,
  });
}

function readNewRows(open: OpenTable, body: unknown): readonly Values[] {
  if (!Array.isArray(body)) return [newRow(open, readRow(open, body).values)];
  return readRows(open, body).map((sent) => newRow(open, sent.values));
}
