import type { ListResult } from '../../database/index.ts';
import { isDatabaseFailure } from '../../database/index.ts';
import { visibleMap } from '../../database/schema/index.ts';
import { aggregateRows as aggregateStatement } from '../../database/sql/index.ts';
import { ServiceError } from '../../platform/errors.ts';
import { readFilters } from './list-rows.ts';
import { type LazyInput, onTable, type Target } from './on-table.ts';
import { readAggregate } from './read-aggregate.ts';
import { readSearchCondition, withSearch } from './read-search.ts';
import { requireScope } from './require-scope.ts';
import type { RowsContext } from './rows-context.ts';

export function aggregateRows(context: RowsContext, target: Target, ask: LazyInput<unknown>): Promise<ListResult> {
  return onTable(context, target, async (open) => {
    const scope = requireScope(open, 'read');
    const visible = visibleMap(open.table, open.isSecret);
    const { filters, search, ...request } = readAggregate(visible, ask());
    const filter = withSearch(readFilters(visible, filters), await readSearchCondition(open, search));
    const read = aggregateStatement(context.database.dialect, {
      scope,
      ...(filter === undefined ? {} : { filter }),
      ...request,
    });
    try {
      return await context.database.list(target.project.store, read, open.catalogue.version);
    } catch (error) {
      if (!isDatabaseFailure(error, 'out_of_range')) throw error;
      throw new ServiceError('invalid_aggregate', 'A result is too large to be a number.', { cause: error });
    }
  });
}
