import { and } from '../../database/filter/index.ts';
import type { RowStep } from '../../database/index.ts';
import { deleteRows as deleteStatements, idIs, type Scope } from '../../database/sql/index.ts';
import { parseUuid } from '../../platform/ids.ts';
import { rowNotFound } from './get-row.ts';
import { type ReturnedRow, shownTo } from './new-row.ts';
import { type LazyInput, type OpenTable, onTable, type Target } from './on-table.ts';
import { findScope, requireScope } from './require-scope.ts';
import { explained } from './row-failure.ts';
import type { RowsContext } from './rows-context.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

export interface DeleteRowInput {
  readonly id: string;
  readonly isMinimal?: boolean | undefined;
}

export function deleteRow(context: RowsContext, target: Target, ask: LazyInput<DeleteRowInput>): Promise<WriteOutcome> {
  return onTable(context, target, async (open) => {
    const remove = requireScope(open, 'delete');
    const read = findScope(open, 'read');
    const input = ask();
    const id = parseUuid(input.id);
    if (id === undefined || read === undefined) throw rowNotFound();
    const shown = shownTo(read, input.isMinimal);
    const written = await explained({ open, action: 'delete', rows: [] }, () =>
      context.database.write(target.project.store, [deleteStep(open, { id, read, remove, shown })], {
        schemaVersion: open.catalogue.version,
      }),
    );
    return outcomeOf(written, shown.shown !== undefined);
  });
}

interface DeleteOne {
  readonly id: string;
  readonly read: Scope;
  readonly remove: Scope;
  readonly shown: ReturnedRow;
}

export function deleteStep(open: OpenTable, { id, read, remove, shown }: DeleteOne): RowStep {
  const seen = and(idIs(open.table, id), read.condition);
  return deleteStatements(open.context.database.dialect, {
    table: open.table,
    where: and(seen, remove.condition),
    shown: shown.shown,
    onNoMatch: { visible: seen },
  });
}
