import { visibleMap } from '../../database/schema/index.ts';
import { selectRow } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { parseUuid } from '../../platform/ids.ts';
import { type Ask, onTable, type RowsContext, type Target } from './on-table.ts';
import { readSelect } from './read-columns.ts';
import { requireScope } from './require-scope.ts';

export interface GetInput {
  /** As the caller wrote it: text that is no UUID is the id of no row. */
  readonly id: string;
  readonly select?: string | undefined;
}

/** The row as JSON text. Throws `row_not_found` when it is missing or the caller may not read it. */
export function getRow(context: RowsContext, target: Target, ask: Ask<GetInput>): Promise<string> {
  return onTable(context, target, async (open) => {
    const scope = requireScope(open, 'read');
    const input = ask();
    const columns = readSelect(visibleMap(open.table, open.isSecret), input.select);
    const id = parseUuid(input.id);
    if (id === undefined) throw rowNotFound();
    const read = selectRow(context.database.dialect, columns === undefined ? scope : { ...scope, columns }, id);
    const found = await context.database.list(target.project.store, read, open.catalogue.version);
    if (found.returned === 0) throw rowNotFound();
    return found.json;
  });
}

/** Says the same of a row that is missing and of one the caller may not see. */
export function rowNotFound(): ServiceError {
  return new ServiceError('row_not_found', 'There is no such row.');
}
