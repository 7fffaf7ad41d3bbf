import type { ListRead, RacePath } from '../database.ts';
import type { Dialect, JsonFrame } from '../dialect.ts';
import { and, not } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Column, Table } from '../schema/table.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileWhere } from './compile-condition.ts';
import { countRows } from './count-rows.ts';
import { type AccessPath, type ListPlan, pinsKey, planList } from './list-plan.ts';
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
import { lookedInto } from './looked-into.ts';
import { planMerge } from './merge-plan.ts';
import { mergedPath } from './merged-rows.ts';
import { columnOf, ROW } from './names.ts';
import { fromTable, orderBy, totalOrder } from './order-by.ts';
import { type PageFrom, type Place, pageFrom } from './page-from.ts';
import { selectCutRowJson, selectRowJson } from './row-json.ts';
import { idColumn, idIs, inTableOrder, type OrderTerm, type Scope, within } from './scope.ts';
import {
  countFound,
  findSearch,
  isFoundByWords,
  isNewestFirst,
  newestText,
  probeFound,
  rankedText,
  type SearchedRows,
  searchedByRow,
  searchedByWords,
} from './search-rows.ts';

/** Skipping up to this many rows one by one still counts as a few look-ups. */
const KEY_OFFSET_MAX = 1000;
/** Walking up to this many rows of an order is as cheap as a few look-ups. */
const WALK_SPAN_MAX = 2048;

/** The cost of fetching a row that the index of words finds, and of looking a row up there, in entries of an index. */
const FETCHED_ROW_COST = 16;
const TESTED_ROW_COST = 256;
/** Reading so many entries of the index of words takes about a millisecond. */
const SEARCH_BUDGET = 4_096;

export interface RowSelection {
  readonly scope: Scope;
  readonly filter?: Condition | undefined;
  readonly order: readonly OrderTerm[];
  /** Some of the scope's columns; all of them when absent. */
  readonly columns?: readonly Column[] | undefined;
  /** Cuts longer texts and JSON values to their first `cutAt + 1` characters, as text. */
  readonly cutAt?: number | undefined;
  readonly limit: number;
  readonly offset: number;
  readonly count: boolean;
  /** Where the page begins or ends, instead of an offset. Its values are those of the total order. */
  readonly place?: Place | undefined;
}

export function compileList(dialect: Dialect, selection: RowSelection): ListRead {
  const { scope, limit, offset } = selection;
  const { table } = scope;
  const condition = within(scope, selection.filter);
  const order = totalOrder(table, selection.order);
  const searched = findSearch(dialect, condition);
  if (searched !== undefined) return selectFound(dialect, selection, { order, searched });
  const plan = planList(table, condition, order);
  const branches = branchesOf(dialect, plan, condition);
  // A mistaken plan in order costs the most; where rows can be walked first it is not needed.
  const foundFirst = walkOf(dialect, plan, { table, condition, span: 1 }) === undefined ? [] : branches;
  const list = listOf(dialect, selection, { condition, order, walkOrder: plan.order, branches: foundFirst });
  const isShort = offset <= KEY_OFFSET_MAX && (plan.isExact || limit === 0);
  // A position has a value for each column, so it needs an order with all of them.
  const mayWalk = selection.place === undefined || plan.order.length === order.length;
  const merged = isShort ? undefined : mergeOf(dialect, selection, { condition, order: plan.order });
  const { first, race } = choosePaths(dialect, plan, {
    table,
    condition,
    isShort,
    mayWalk,
    mayMerge: merged !== undefined,
  });
  const span = limit + offset;
  const walk = mayWalk && limit > 0 ? walkOf(dialect, plan, { table, condition, span }) : undefined;
  const isExactWalk = walk !== undefined && plan.isExact;
  const skipped = walk === undefined && skipsInIndex(dialect, selection, plan) ? plan.ordered : undefined;
  const rows = skipped ? list.skipping(skipped) : list(first ?? race?.ordered, undefined);
  return {
    rows: isExactWalk ? list(walk, powerAbove(span)) : rows,
    walk:
      walk && !isExactWalk
        ? { rows: (budget) => list(walk, budget), limit, span, isFirst: foundFirst.length > 0 }
        : undefined,
    race: race && {
      walk: race.ordered && racePath(list, race.ordered, 'bound'),
      filters: [...(merged ?? []), ...race.filters.map((path) => racePath(list, path, undefined))],
      tableId: table.id,
      limit,
      span,
    },
    count: selection.count ? countRows(dialect, { table, condition, branches }) : undefined,
    cost: pinsKey(condition) || isShort ? 'key' : 'open',
    suggestedIndex: plan.suggestedIndex,
  };
}

/** The rows that a search finds, the most relevant first unless another order is requested. */
function selectFound(
  dialect: Dialect,
  selection: RowSelection,
  { order, searched }: Pick<CompiledOrder, 'order'> & { readonly searched: SearchedRows },
): ListRead {
  const { scope, limit, offset, place } = selection;
  const { table } = scope;
  const count = selection.count ? countFound(new Bindings(dialect), searched) : undefined;
  if (selection.order.length === 0) return { rows: rankedRows(dialect, selection, searched), count, cost: 'open' };
  const byRow = searchedByRow(searched);
  const isNewest = place === undefined && limit > 0 && isNewestFirst(dialect, table, order);
  const newest = (budget: Budget): Statement => newestRows(dialect, selection, { order, searched, budget });
  if (isNewest && isFoundByWords(searched)) return { rows: newest(undefined), count, cost: 'open' };
  const plan = planList(table, byRow, order);
  const list = listOf(dialect, selection, { condition: byRow, order, walkOrder: plan.order, branches: [] });
  if (pinsKey(searched.rest)) return { rows: list(undefined, undefined), count, cost: 'open' };
  const byWords = listOf(dialect, selection, {
    condition: searchedByWords(searched),
    order,
    walkOrder: order,
    branches: [],
  });
  const rows = (): Statement => byWords(undefined, undefined);
  if (dialect.indexHint === undefined || limit === 0) return { rows: rows(), count, cost: 'open' };
  const probe = (): Statement => probeFound(new Bindings(dialect), searched);
  const ordered = place === undefined || plan.order.length === order.length ? plan.ordered : undefined;
  const inOrder = ordered && { ...racePath(list, ordered, 'bound'), rowCost: TESTED_ROW_COST };
  const walk = isNewest ? { probe, rows: () => newest('bound'), rowCost: FETCHED_ROW_COST } : inOrder;
  const free = isNewest ? newest(undefined) : ordered && list(ordered, undefined);
  return {
    rows: free ?? rows(),
    // The fastest path may be the words, a selective filter, or an order that fills the page early; only trying them
    // tells.
    race: {
      walk,
      filters: [
        { probe, rows, rowCost: FETCHED_ROW_COST },
        ...plan.filters.map((path) => ({ ...racePath(list, path, undefined), rowCost: TESTED_ROW_COST })),
      ],
      tableId: table.id,
      limit,
      span: limit + offset,
      firstBudget: SEARCH_BUDGET,
    },
    count,
    cost: 'open',
  };
}

function newestRows(
  dialect: Dialect,
  { scope, columns, cutAt, limit, offset }: RowSelection,
  {
    order,
    searched,
    budget,
  }: Pick<CompiledOrder, 'order'> & { readonly searched: SearchedRows; readonly budget: Budget },
): Statement {
  const into = new Bindings(dialect);
  const from = newestText(into, searched, { span: limit + offset, budget: bindBudget(into, { budget }) });
  const { before, after } = frameOf(into, shownColumns({ scope, columns }), cutAt);
  const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
  return into.statement(before + from + orderBy(dialect, order) + page + after);
}

function rankedRows(
  dialect: Dialect,
  { scope, columns, cutAt, limit, offset }: RowSelection,
  searched: SearchedRows,
): Statement {
  const into = new Bindings(dialect);
  const shown = shownColumns({ scope, columns });
  const { before, after } = frameOf(into, shown, cutAt);
  const text = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
  return into.statement(before + rankedText(into, searched, { text, span: limit + offset }) + after);
}

function shownColumns({ scope, columns }: Pick<RowSelection, 'scope' | 'columns'>): readonly Column[] {
  return columns === undefined ? scope.columns : inTableOrder(scope.table, columns);
}

/**
 * Whether only ids are read of the rows before the page, because an index has them in order. An engine that plans by
 * statistics may read the whole table to fetch the page by its ids, so there only pages far behind gain from it.
 */
function skipsInIndex(
  dialect: Dialect,
  { offset, limit, place }: RowSelection,
  { ordered, isExact }: ListPlan,
): boolean {
  const isFar = offset > (dialect.indexHint === undefined ? KEY_OFFSET_MAX : 0);
  return isExact && isFar && ordered?.index !== undefined && limit > 0 && place === undefined;
}

interface PathChoice {
  /** Undefined: the engine chooses. */
  readonly first: AccessPath | undefined;
  readonly race?: Pick<ListPlan, 'ordered' | 'filters'>;
}

interface ChoiceContext {
  readonly table: Table;
  readonly condition: Condition;
  readonly isShort: boolean;
  /** The list may be read in the order of an index, up to a budget of rows. */
  readonly mayWalk: boolean;
  readonly mayMerge: boolean;
}

function choosePaths(
  { indexHint }: Dialect,
  { ordered, filters }: ListPlan,
  { table, condition, isShort, mayWalk, mayMerge }: ChoiceContext,
): PathChoice {
  const [filter, ...others] = filters;
  // For the service's own tables only the engine knows the indexes.
  const isOwn = table.indexes.length === 0;
  if (indexHint === undefined || isOwn || pinsKey(condition)) return { first: undefined };
  if (isShort || filter === undefined || ordered?.rest.kind === 'always') return { first: ordered };
  if (!mayWalk || (ordered === undefined && others.length === 0 && !mayMerge)) return { first: filter };
  return { first: undefined, race: { ordered, filters } };
}

/** The path that merges ranges in order, when the page begins at an offset and there are such ranges. */
function mergeOf(
  dialect: Dialect,
  selection: RowSelection,
  { condition, order }: Pick<CompiledOrder, 'condition' | 'order'>,
): readonly [RacePath] | undefined {
  const { scope, place, limit, offset, cutAt } = selection;
  const { table } = scope;
  if (dialect.indexHint === undefined || place !== undefined || limit === 0 || pinsKey(condition)) return undefined;
  const plan = planMerge(table, condition, order);
  if (plan === undefined) return undefined;
  const shown = shownColumns(selection);
  return [mergedPath(dialect, { table, plan, limit, offset, frame: (into) => frameOf(into, shown, cutAt) })];
}

interface WalkContext {
  readonly table: Table;
  readonly condition: Condition;
  readonly span: number;
}

/**
 * For engines that plan by statistics: an index that holds all rows in order. How it is read does not depend on the
 * list's values, so one plan suits all of them.
 */
function walkOf(
  { indexHint }: Dialect,
  { ordered }: ListPlan,
  { table, condition, span }: WalkContext,
): AccessPath | undefined {
  if (indexHint !== undefined || table.indexes.length === 0 || span > WALK_SPAN_MAX) return undefined;
  if (ordered?.order !== 'whole' || ordered.found.kind !== 'always' || pinsKey(condition)) return undefined;
  return ordered;
}

/**
 * For engines that plan by statistics: the conditions of a list that looks into other tables, one for each term of an
 * `or(…)`, because they estimate look-ups well only outside of it.
 */
function branchesOf({ indexHint }: Dialect, { filters }: ListPlan, condition: Condition): readonly Condition[] {
  if (indexHint !== undefined || pinsKey(condition)) return [];
  const looks = filters.filter(({ found }) => lookedInto(found).length > 0);
  const either = looks.find(({ parts }) => parts !== undefined);
  if (either?.found.kind !== 'or') return looks.length > 0 ? [condition] : [];
  const { terms } = either.found;
  return terms.map((term, at) => and(term, ...terms.slice(0, at).map(not), either.rest));
}

/** Rounds up, so that there are few texts that differ only in a number. */
function powerAbove(rows: number): number {
  return 2 ** Math.ceil(Math.log2(rows));
}

function racePath(list: ListCompiler, path: AccessPath, budget: Budget): RacePath {
  return { probe: path.found.kind === 'always' ? undefined : () => list.probe(path), rows: () => list(path, budget) };
}

interface ListCompiler {
  (path: AccessPath | undefined, budget: Budget): Statement;
  /** Reads only the ids of the rows before the page. */
  skipping(path: AccessPath): Statement;
  probe(path: AccessPath): Statement;
}

interface CompiledOrder extends Pick<PageFrom, 'order'> {
  readonly condition: Condition;
  /** The order among rows that have the condition's values. Within a budget, rows with other values are read too. */
  readonly walkOrder: PageFrom['order'];
  readonly branches: readonly Condition[];
}

function listOf(dialect: Dialect, selection: RowSelection, wanted: CompiledOrder): ListCompiler {
  const { condition, order, walkOrder, branches } = wanted;
  const { scope, place, limit, offset, cutAt } = selection;
  const { table } = scope;
  const shown = shownColumns(selection);
  const columns = [...shown, ...order.map(({ column }) => column)];
  const source = (path: AccessPath | undefined, budget: Budget): ListSource => {
    return { table, condition, path, budget, columns, branches };
  };
  const list = (path: AccessPath | undefined, most: Budget): Statement => {
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
    // The innermost query reads only the index where there is one, so it does not fetch rows that it does not need.
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
  const skipping = (path: AccessPath): Statement => {
    const into = new Bindings(dialect);
    const from = source(path, undefined);
    const { before, after } = frameOf(into, shown, cutAt);
    const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
    const slice = sliceText(into, from, { where: undefined, order, limit: page });
    const read = `SELECT ${columnOf(ROW, idColumn(table))}${slice}`;
    return into.statement(before + amongIdsText(into, from, { read, order }) + after);
  };
  return Object.assign(list, { probe, skipping });
}

export function compileRow(dialect: Dialect, scope: Scope, id: string, cutAt?: number): ListRead {
  const { table } = scope;
  const into = new Bindings(dialect);
  const { before, after } = frameOf(into, scope.columns, cutAt);
  const where = compileWhere(and(idIs(table, id), scope.condition), into, ROW);
  return { rows: into.statement(before + fromTable(dialect, table) + where + after), count: undefined, cost: 'key' };
}

/** Binds the length only when some column could be cut. */
function frameOf(into: Bindings, columns: readonly Column[], cutAt: number | undefined): JsonFrame {
  if (cutAt === undefined || !columns.some(isCuttable)) return selectRowJson(into.dialect, columns);
  return selectCutRowJson(into.dialect, columns, into.bind(cutAt + 1, 'integer'));
}

/** Only texts and JSON values can be long. */
export function isCuttable({ type }: Pick<Column, 'type'>): boolean {
  return type === 'text' || type === 'json';
}
