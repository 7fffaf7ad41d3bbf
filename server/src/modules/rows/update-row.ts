import { and } from '../../database/filter/index.ts';
import type { RowStep } from '../../database/index.ts';
import { idIs, type Scope, updateRows as updateStatements } from '../../database/sql/index.ts';
import { parseUuid } from '../../platform/ids.ts';
import { rowNotFound } from './get-row.ts';
import { type ReturnedRow, requireIdOrder, shownTo } from './new-row.ts';
import { type LazyInput, type OpenTable, onTable, requireRoom, type Target } from './on-table.ts';
import { findScope, requireScope } from './require-scope.ts';
import { completePatch, readPatch, type Values } from './row-body.ts';
import { explained } from './row-failure.ts';
import type { RowsContext } from './rows-context.ts';
import { requireOwnReferences } from './unchanged-files.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

export interface UpdateRowInput {
  readonly id: string;
  readonly body: unknown;
  readonly isMinimal?: boolean | undefined;
}

/** Throws `row_not_found` when the caller may not read the row, and `forbidden` when it may not change it. */
export function updateRow(context: RowsContext, target: Target, ask: LazyInput<UpdateRowInput>): Promise<WriteOutcome> {
  return onTable(context, target, async (open) => {
    const update = requireScope(open, 'update');
    const read = findScope(open, 'read');
    const input = ask();
    await requireRoom(open);
    const id = parseUuid(input.id);
    const sent = readPatch(open, input.body, id);
    if (id === undefined || read === undefined) throw rowNotFound();
    const touched = and(idIs(open.table, id), read.condition);
    const patch = await requireOwnReferences(open, sent, touched);
    const shown = shownTo(read, input.isMinimal);
    const step = updateStep(open, { id, patch, read, update, shown });
    const written = await explained({ open, action: 'update', rows: [patch], touched: idIs(open.table, id) }, () =>
      context.database.write(target.project.store, [step], { schemaVersion: open.catalogue.version }),
    );
    return outcomeOf(written, shown.shown !== undefined);
  });
}

interface UpdateOne {
  readonly id: string;
  readonly patch: Values;
  readonly read: Scope;
  readonly update: Scope;
  readonly shown: ReturnedRow;
}

/** The old row must pass the read and update rules, and the new row the update rule. */
export function updateStep(open: OpenTable, { id, patch, read, update, shown }: UpdateOne): RowStep {
  requireIdOrder(open, id, patch);
  const seen = and(idIs(open.table, id), read.condition);
  return updateStatements(open.context.database.dialect, {
    table: open.table,
    patch: completePatch(open.table, patch, open.nowMs),
    where: and(seen, update.condition),
    check: update.condition,
    ...shown,
    onNoMatch: { visible: seen },
  });
}
