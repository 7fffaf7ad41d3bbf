import { bindFilter, type Condition, openPatterns, parseFilters } from '../../database/filter/index.ts';
import type { ListResult } from '../../database/index.ts';
import { visibleMap } from '../../database/schema/index.ts';
import { compileList, idColumn } from '../../database/sql/index.ts';
import { type CutRows, cutValues } from './cut-values.ts';
import { type LazyInput, onTable, type Target } from './on-table.ts';
import { readSelect, type VisibleColumns } from './read-columns.ts';
import { type ListInput, requireLimit, requireOffset } from './read-list-parameters.ts';
import { readPage } from './read-page.ts';
import { readSearchCondition, withSearch } from './read-search.ts';
import { requireScope } from './require-scope.ts';
import type { RowsContext } from './rows-context.ts';

/** Has `cut` only when `cutAt` was given. */
export type ListedRows = ListResult & Partial<Pick<CutRows, 'cut'>>;

export function listRows(context: RowsContext, target: Target, ask: LazyInput<ListInput>): Promise<ListedRows> {
  return onTable(context, target, async (open): Promise<ListedRows> => {
    const scope = requireScope(open, 'read');
    const input = ask();
    const visible = visibleMap(open.table, open.isSecret);
    const filter = readFilters(visible, input.filters);
    const selected = readSelect(visible, input.select);
    const columns =
      input.cutAt === undefined || selected === undefined ? selected : [idColumn(open.table), ...selected];
    const { order, place } = await readPage(open, visible, input);
    const limit = requireLimit(input.limit);
    const offset = requireOffset(input.offset);
    const condition = withSearch(filter, await readSearchCondition(open, input.search));
    const read = compileList(context.database.dialect, {
      scope,
      ...(condition === undefined ? {} : { filter: condition }),
      ...(columns === undefined ? {} : { columns }),
      order,
      limit,
      offset,
      place,
      count: input.count !== 'none',
      cutAt: input.cutAt,
    });
    const { store } = target.project;
    const result = await context.database.list(store, read, open.catalogue.version);
    const { tookMs, countMs } = result;
    if (tookMs !== undefined || countMs !== undefined) {
      const patterns = filter === undefined ? [] : openPatterns(filter);
      const { suggestedIndex } = read;
      context.tables.noteList(store, { table: open.table, suggestedIndex, patterns, tookMs, countMs });
    }
    const { cutAt } = input;
    if (cutAt === undefined) return result;
    return { ...result, ...cutValues(result.json, { cutAt, columns: selected ?? scope.columns }) };
  });
}

export function readFilters(visible: VisibleColumns, filters: readonly unknown[] | undefined): Condition | undefined {
  if (filters === undefined || filters.length === 0) return undefined;
  return bindFilter(parseFilters(filters), visible);
}
