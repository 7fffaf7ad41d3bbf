import { visibleMap } from '../../database/schema/index.ts';
import { compileRow, idColumn } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { type CutRows, cutValues } from './cut-values.ts';
import { type LazyInput, onTable, type Target } from './on-table.ts';
import { readSelect } from './read-columns.ts';
import { requireScope } from './require-scope.ts';
import type { RowsContext } from './rows-context.ts';

export interface GetInput {
  readonly id: string;
  readonly select?: string | undefined;
  readonly cutAt?: number | undefined;
}

/** Returns JSON text. Throws `row_not_found` when the row is missing or the caller may not read it. */
export async function getRow(context: RowsContext, target: Target, ask: LazyInput<GetInput>): Promise<string> {
  return (await getCutRow(context, target, ask)).json;
}

export function getCutRow(context: RowsContext, target: Target, ask: LazyInput<GetInput>): Promise<CutRows> {
  return onTable(context, target, async (open) => {
    const scope = requireScope(open, 'read');
    const input = ask();
    const selected = readSelect(visibleMap(open.table, open.isSecret), input.select);
    const columns =
      input.cutAt === undefined || selected === undefined ? selected : [idColumn(open.table), ...selected];
    const id = parseUuid(input.id);
    if (id === undefined) throw rowNotFound();
    const shown = columns === undefined ? scope : { ...scope, columns };
    const read = compileRow(context.database.dialect, shown, id, input.cutAt);
    const found = await context.database.list(target.project.store, read, open.catalogue.version);
    if (found.returned === 0) throw rowNotFound();
    const { cutAt } = input;
    return cutAt === undefined
      ? { json: found.json, cut: {} }
      : cutValues(found.json, { cutAt, columns: selected ?? scope.columns });
  });
}

/** Also for a row that the caller may not see, so that the error does not reveal it. */
export function rowNotFound(): ServiceError {
  return new ServiceError('row_not_found', 'There is no such row.');
}
