import type { CountRead, ListRead, MakeWay } from '../database.ts';
import type { Dialect, JsonFrame } from '../dialect.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileWhere } from './compile-condition.ts';
import { type ListPlan, planList, type Way } from './list-plan.ts';
import {
  bindBudget,
  columnList,
  fetchedText,
  type ListSource,
  probeText,
  sliceText,
  testedText,
} from './list-source.ts';
import { columnOf, ROW } from './names.ts';
import { fromTable, totalOrder } from './order-by.ts';
import { type PageFrom, type Place, pageFrom } from './page-from.ts';
import { selectCutRowJson, selectRowJson } from './row-json.ts';
import { idColumn, idIs, inTableOrder, type OrderTerm, type Scope, within } from './scope.ts';

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
  const { scope, limit, offset } = selection;
  const { table } = scope;
  const condition = within(scope, selection.filter);
  const order = totalOrder(table, selection.order);
  const list = listOf(dialect, selection, { condition, order });
  const plan = planList(table, condition, order);
  const isShort = offset <= KEY_OFFSET_MAX && (plan.isExact || limit === 0);
  const { first, race } = waysOf(dialect, plan, { table, condition, isShort });
  return {
    rows: list(first, false),
    race: race && {
      walk: race.ordered && wayMaker(list, race.ordered, true),
      filters: race.filters.map((way) => wayMaker(list, way, false)),
      limit,
      span: limit + offset,
    },
    count: selection.count ? countRows(dialect, table, condition) : undefined,
    cost: pinsKey(condition) || isShort ? 'key' : 'open',
    wish: plan.wish,
  };
}

interface Ways {
  /** Undefined: the engine chooses. */
  readonly first: Way | undefined;
  readonly race?: Pick<ListPlan, 'ordered' | 'filters'>;
}

/** Where an engine has no statistics it is told which index to take, or several are tried against each other. */
function waysOf(
  { indexHint }: Dialect,
  { ordered, filters }: ListPlan,
  { table, condition, isShort }: { readonly table: Table; readonly condition: Condition; readonly isShort: boolean },
): Ways {
  const [filter, ...others] = filters;
  // Of the service's own tables the indexes are known to the engine alone.
  const isOwn = table.indexes.length === 0;
  if (indexHint === undefined || isOwn || pinsKey(condition)) return { first: undefined };
  if (isShort || filter === undefined || ordered?.rest.kind === 'always') return { first: ordered };
  if (ordered === undefined && others.length === 0) return { first: filter };
  return { first: undefined, race: { ordered, filters } };
}

function wayMaker(list: Listed, way: Way, hasBudget: boolean): MakeWay {
  return () => ({ probe: list.probe(way), rows: list(way, hasBudget) });
}

interface Listed {
  (way: Way | undefined, hasBudget: boolean): Statement;
  /** How many rows a way finds, up to a budget. */
  probe(way: Way): Statement;
}

type Wanted = Pick<PageFrom, 'order'> & { readonly condition: Condition };

function listOf(dialect: Dialect, selection: RowSelection, { condition, order }: Wanted): Listed {
  const { scope, place, limit, offset, cutAt } = selection;
  const { table } = scope;
  const shown = selection.columns === undefined ? scope.columns : inTableOrder(table, selection.columns);
  const columns = [...shown, ...order.map(({ column }) => column)];
  const source = (way: Way | undefined, hasBudget: boolean): ListSource => ({
    table,
    condition,
    way,
    hasBudget,
    columns,
  });
  const list = (way: Way | undefined, hasBudget: boolean): Statement => {
    const into = new Bindings(dialect);
    const from = source(way, hasBudget);
    const budget = bindBudget(into, from);
    const { before, after } = frameOf(into, shown, cutAt);
    if (place !== undefined) {
      return into.statement(before + pageFrom(into, { source: from, budget, order, place, limit }) + after);
    }
    const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
    const limitText = budget === undefined ? page : ` LIMIT ${budget}`;
    const slice = sliceText(into, from, { where: undefined, order, limit: limitText });
    if (budget === undefined) return into.statement(before + slice + after);
    // The innermost query reads an index alone where there is one: what it does not need of a row is not taken out of it.
    if (way?.index !== undefined) {
      return into.statement(
        before + fetchedText(into, from, { read: `SELECT ${columnOf(ROW, idColumn(table))}${slice}`, page }) + after,
      );
    }
    const read = `SELECT ${columnList(from)}${slice}`;
    return into.statement(before + testedText(into, from, { read, page }) + after);
  };
  const probe = (way: Way): Statement => {
    const into = new Bindings(dialect);
    return into.statement(probeText(into, source(way, false), way));
  };
  return Object.assign(list, { probe });
}

export function selectRow(dialect: Dialect, scope: Scope, id: string, cutAt?: number): ListRead {
  const { table } = scope;
  const into = new Bindings(dialect);
  const { before, after } = frameOf(into, scope.columns, cutAt);
  const where = compileWhere(and(idIs(table, id), scope.condition), into, ROW);
  return { rows: into.statement(before + fromTable(dialect, table) + where + after), count: undefined, cost: 'key' };
}

/** The length is not bound where no column could be cut. */
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

/** A unique key is pinned to values, so that there are few rows to look at. */
function pinsKey(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.terms.some(pinsKey);
  if (condition.kind !== 'compare' || (condition.op !== 'eq' && condition.op !== 'in')) return false;
  return condition.column.unique || condition.column.name === 'id';
}
