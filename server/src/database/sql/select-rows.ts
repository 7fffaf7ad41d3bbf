import type { CountRead, ListRead, OrderWalk } from '../database.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileWhere } from './compile-condition.ts';
import type { Dialect, JsonFrame } from './dialect.ts';
import { columnOf, ROW } from './names.ts';
import { fromTable, isIndexed, isIndexOrder, orderBy, totalOrder } from './order-by.ts';
import { type Place, pageFrom } from './page-from.ts';
import { selectCutRowJson, selectRowJson } from './row-json.ts';
import { idIs, inTableOrder, type OrderTerm, type Scope, within } from './scope.ts';

/** Rows that are skipped one by one still count as a few look-ups up to here. */
const KEY_OFFSET_MAX = 1000;

export interface RowSelection {
  readonly scope: Scope;
  readonly filter?: Condition | undefined;
  readonly order: readonly OrderTerm[];
  /** Some of the scope's columns; all of them when absent. */
  readonly columns?: readonly Column[] | undefined;
  /** Of longer texts and JSON values only the first `cutAt + 1` characters are wanted, as text. */
  readonly cutAt?: number | undefined;
  readonly limit: number;
  readonly offset: number;
  /** The exact number of matching rows is wanted too. */
  readonly count: boolean;
  /** The page begins or ends there; instead of an offset. Its values are those of the total order. */
  readonly place?: Place | undefined;
}

export function selectRows(dialect: Dialect, selection: RowSelection): ListRead {
  const { scope, place, limit, offset, cutAt } = selection;
  const { table } = scope;
  const condition = within(scope, selection.filter);
  const columns = selection.columns === undefined ? scope.columns : inTableOrder(table, selection.columns);
  const order = totalOrder(table, selection.order);
  const select = (into: Bindings): Statement => {
    const { before, after } = frameOf(into, columns, cutAt);
    if (place !== undefined) {
      return into.statement(before + pageFrom(into, { table, condition, order, place, columns, limit }) + after);
    }
    const where = fromTable(dialect, table) + compileWhere(condition, into, ROW);
    const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
    return into.statement(before + where + orderBy(dialect, order) + page + after);
  };
  const cost = costOf(condition, selection);
  return {
    rows: select(new Bindings(dialect)),
    walk: cost === 'key' ? undefined : walkOf(dialect, selection, select),
    count: selection.count ? countRows(dialect, table, condition) : undefined,
    cost,
  };
}

/** Only where an index holds the order of a column: the ids' own order is part of every index already. */
function walkOf(
  dialect: Dialect,
  { order, limit, offset, count }: RowSelection,
  select: (into: Bindings) => Statement,
): OrderWalk | undefined {
  const { withoutIndex } = dialect;
  const [first] = order;
  if (withoutIndex === undefined || !count || first === undefined || !isIndexed(first.column)) return undefined;
  const hidden = new Bindings(dialect, (row, column) => withoutIndex(columnOf(row, column)));
  return { text: select(hidden).text, span: limit + offset };
}

/** `cutAt`: as in `RowSelection`. */
export function selectRow(dialect: Dialect, scope: Scope, id: string, cutAt?: number): ListRead {
  const { table } = scope;
  const into = new Bindings(dialect);
  const { before, after } = frameOf(into, scope.columns, cutAt);
  const where = compileWhere(and(idIs(table, id), scope.condition), into, ROW);
  return { rows: into.statement(before + fromTable(dialect, table) + where + after), count: undefined, cost: 'key' };
}

/** The length is bound before all else, because its place comes first; not at all where no column could be cut. */
function frameOf(into: Bindings, columns: readonly Column[], cutAt: number | undefined): JsonFrame {
  if (cutAt === undefined || !columns.some(isCuttable)) return selectRowJson(into.dialect, columns);
  return selectCutRowJson(into.dialect, columns, into.bind(cutAt + 1, 'integer'));
}

/** Only texts and JSON values can be long. */
export function isCuttable({ type }: Pick<Column, 'type'>): boolean {
  return type === 'text' || type === 'json';
}

function countRows(dialect: Dialect, table: Table, condition: Condition): CountRead {
  const into = new Bindings(dialect);
  const where = compileWhere(condition, into, ROW);
  return {
    statement: into.statement(`SELECT count(*) AS "count"${fromTable(dialect, table)}${where}`),
    tableId: table.id,
    whole: condition.kind === 'always',
  };
}

/**
 * `key` when a unique key is pinned to values, or when nothing is filtered and the page is read off an index near its
 * beginning. Everything else is `open`: it may be cheap, which only measuring tells.
 */
function costOf(condition: Condition, { order, offset }: RowSelection): ListRead['cost'] {
  if (pinsKey(condition)) return 'key';
  return condition.kind === 'always' && isIndexOrder(order) && offset <= KEY_OFFSET_MAX ? 'key' : 'open';
}

function pinsKey(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.terms.some(pinsKey);
  if (condition.kind !== 'compare' || (condition.op !== 'eq' && condition.op !== 'in')) return false;
  return condition.column.unique || condition.column.name === 'id';
}
