import { deleteRows as deleteStatements } from '../../database/sql/index.ts';
import { findTouched } from './find-touched.ts';
import { shownTo } from './new-row.ts';
import { type LazyInput, onTable, type Target } from './on-table.ts';
import { findScope, requireScope } from './require-scope.ts';
import { explained } from './row-failure.ts';
import type { RowsContext } from './rows-context.ts';
import { readTouched, SHOWN_MAX, type Touch } from './touched-rows.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

export interface DeleteRowsInput extends Touch {
  readonly isMinimal?: boolean | undefined;
}

export function deleteRows(
  context: RowsContext,
  target: Target,
  ask: LazyInput<DeleteRowsInput>,
): Promise<WriteOutcome> {
  return onTable(context, target, async (open) => {
    const remove = requireScope(open, 'delete');
    const read = findScope(open, 'read');
    const input = ask();
    const { where, options } = await findTouched(open, readTouched(open, input, { read, action: remove }));
    const { shown } = shownTo(read, input.isMinimal);
    const step = deleteStatements(context.database.dialect, {
      table: open.table,
      where,
      shown,
      bulkMax: SHOWN_MAX,
      onNoMatch: 'nothing',
    });
    const written = await explained({ open, action: 'delete', rows: [] }, () =>
      context.database.write(target.project.store, [step], options),
    );
    return outcomeOf(written, shown !== undefined);
  });
}
