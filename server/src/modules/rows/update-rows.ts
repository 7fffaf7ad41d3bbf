import { updateRows as updateStatements } from '../../database/sql/index.ts';
import { findTouched } from './find-touched.ts';
import { requireIdOrder, shownTo } from './new-row.ts';
import { type LazyInput, onTable, requireRoom, type Target } from './on-table.ts';
import { findScope, requireScope } from './require-scope.ts';
import { completePatch, readPatch } from './row-body.ts';
import { explained } from './row-failure.ts';
import type { RowsContext } from './rows-context.ts';
import { readTouched, SHOWN_MAX, type Touch } from './touched-rows.ts';
import { requireOwnReferences } from './unchanged-files.ts';
import { outcomeOf, type WriteOutcome } from './write-outcome.ts';

export interface UpdateRowsInput extends Touch {
  readonly body: unknown;
  readonly isMinimal?: boolean | undefined;
}

export function updateRows(
  context: RowsContext,
  target: Target,
  ask: LazyInput<UpdateRowsInput>,
): Promise<WriteOutcome> {
  return onTable(context, target, async (open) => {
    const update = requireScope(open, 'update');
    const read = findScope(open, 'read');
    const input = ask();
    await requireRoom(open);
    const matching = readTouched(open, input, { read, action: update });
    const sent = readPatch(open, input.body, undefined);
    requireIdOrder(open, undefined, sent);
    const patch = await requireOwnReferences(open, sent, matching);
    const shown = shownTo(read, input.isMinimal);
    const { where, options } = await findTouched(open, matching);
    const step = updateStatements(context.database.dialect, {
      table: open.table,
      patch: completePatch(open.table, patch, open.nowMs),
      where,
      check: update.condition,
      ...shown,
      bulkMax: SHOWN_MAX,
      onNoMatch: 'nothing',
    });
    const written = await explained({ open, action: 'update', rows: [patch], touched: where }, () =>
      context.database.write(target.project.store, [step], options),
    );
    return outcomeOf(written, shown.shown !== undefined);
  });
}
