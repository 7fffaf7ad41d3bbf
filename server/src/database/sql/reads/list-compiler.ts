import type { RacePath } from '../../database.ts';
import type { Dialect, JsonFrame } from '../../dialect.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Column } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import { Bindings } from '../bindings.ts';
import { columnOf, ROW } from '../names.ts';
import { selectCutRowJson, selectRowJson } from '../row-json.ts';
import { idColumn, inTableOrder, type OrderTerm, type Scope } from '../scope.ts';
import { type AccessPath, pinsKey } from './list-plan.ts';
import {
  amongIdsText,
  type Budget,
  bindBudget,
  columnList,
  fetchedText,
  type ListSource,
  probeText,
  sliceText,
  testedText,
} from './list-source.ts';
import { type PageFrom, type Place, pageFrom } from './page-from.ts';

export interface RowSelection {
  readonly scope: Scope;
  readonly filter?: Condition | undefined;
  readonly order: readonly OrderTerm[];
  readonly columns?: readonly Column[] | undefined;
  /** Cuts longer texts and JSON values to their first `cutAt + 1` characters, as text. */
  readonly cutAt?: number | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly count: boolean;
  /** Where the page begins or ends, instead of an offset. Its values are those of the total order. */
  readonly place?: Place | undefined;
}

export function racePath(list: ListCompiler, path: AccessPath, budget: Budget): RacePath {
  return { probe: path.found.kind === 'always' ? undefined : () => list.probe(path), rows: () => list(path, budget) };
}

export interface ListCompiler {
  (path: AccessPath | undefined, budget: Budget): Statement;
  /** Reads the rows before the page only by their ids, and sorts ids where the path has no order. */
  skipping(path: AccessPath | undefined): Statement;
  probe(path: AccessPath): Statement;
  ids(into: Bindings, path: AccessPath): string;
}

export interface CompiledOrder extends Pick<PageFrom, 'order'> {
  readonly condition: Condition;
  /** The order among rows that have the condition's values. Within a budget, rows with other values are read too. */
  readonly walkOrder: PageFrom['order'];
  readonly branches: readonly Condition[];
}

export function listOf(dialect: Dialect, selection: RowSelection, wanted: CompiledOrder): ListCompiler {
  const { condition, order, walkOrder, branches } = wanted;
  const { scope, place, limit, offset, cutAt } = selection;
  const { table } = scope;
  const shown = shownColumns(selection);
  const columns = [...shown, ...order.map(({ column }) => column)];
  const source = (path: AccessPath | undefined, budget: Budget): ListSource => {
    return { table, condition, path, budget, columns, branches };
  };
  const list = (path: AccessPath | undefined, most: Budget): Statement => {
    if (most === undefined && !pinsKey(condition) && sortsRows(dialect, selection, path)) return skipping(path);
    const into = new Bindings(dialect);
    const from = source(path, most);
    const budget = bindBudget(into, from);
    const { before, after } = frameOf(into, shown, cutAt);
    if (place !== undefined) {
      return into.statement(before + pageFrom(into, { source: from, budget, order, place, limit }) + after);
    }
    const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
    const limitText = budget === undefined ? page : ` LIMIT ${budget}`;
    const inOrder = budget === undefined ? order : walkOrder;
    const slice = sliceText(into, from, { where: undefined, order: inOrder, limit: limitText });
    if (budget === undefined) return into.statement(before + slice + after);
    // The innermost query reads only the index where one exists, so it fetches no rows that are not needed.
    if (path?.index !== undefined && dialect.indexHint !== undefined) {
      return into.statement(
        before + fetchedText(into, from, { read: `SELECT ${columnOf(ROW, idColumn(table))}${slice}`, page }) + after,
      );
    }
    const read = `SELECT ${columnList(from)}${slice}`;
    return into.statement(before + testedText(into, from, { read, page }) + after);
  };
  const probe = (path: AccessPath): Statement => {
    const into = new Bindings(dialect);
    return into.statement(probeText(into, source(path, undefined), path));
  };
  const skipping = (path: AccessPath | undefined): Statement => {
    const into = new Bindings(dialect);
    const from = source(path, undefined);
    const { before, after } = frameOf(into, shown, cutAt);
    const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
    const slice = sliceText(into, from, { where: undefined, order, limit: page });
    const read = `SELECT ${columnOf(ROW, idColumn(table))}${slice}`;
    return into.statement(before + amongIdsText(into, from, { read, order }) + after);
  };
  const ids = (into: Bindings, path: AccessPath): string => {
    const found = sliceText(into, source(path, undefined), { where: undefined, order: [], limit: '' });
    return `SELECT ${columnOf(ROW, idColumn(table))}${found}`;
  };
  return Object.assign(list, { probe, skipping, ids });
}

/**
 * Whether the engine would sort whole rows: it makes the JSON of each row that is among the first so far, which is
 * every row when they are stored in the opposite order.
 */
function sortsRows(
  { indexHint }: Dialect,
  { scope: { table }, place, limit }: RowSelection,
  path: AccessPath | undefined,
): boolean {
  const isSorted = path !== undefined && path.order !== 'none';
  return indexHint !== undefined && table.indexes.length > 0 && place === undefined && limit > 0 && !isSorted;
}

export function shownColumns({ scope, columns }: Pick<RowSelection, 'scope' | 'columns'>): readonly Column[] {
  return columns === undefined ? scope.columns : inTableOrder(scope.table, columns);
}

export function frameOf(into: Bindings, columns: readonly Column[], cutAt: number | undefined): JsonFrame {
  if (cutAt === undefined || !columns.some(isCuttable)) return selectRowJson(into.dialect, columns);
  return selectCutRowJson(into.dialect, columns, into.bind(cutAt + 1, 'integer'));
}

export function isCuttable({ type }: Pick<Column, 'type'>): boolean {
  return type === 'text' || type === 'json';
}
