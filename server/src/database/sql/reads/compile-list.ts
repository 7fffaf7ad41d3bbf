import type { ListRead, RacePath } from '../../database.ts';
import type { Dialect } from '../../dialect.ts';
import { and, not } from '../../filter/combine.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Table } from '../../schema/table.ts';
import { Bindings } from '../bindings.ts';
import { compileWhere } from '../compile-condition.ts';
import { lookedInto } from '../looked-into.ts';
import { ROW } from '../names.ts';
import { fromTable, totalOrder } from '../order-by.ts';
import { idIs, type Scope, within } from '../scope.ts';
import { findSearch } from '../search-rows.ts';
import { compileSearch } from './compile-search.ts';
import { countRows } from './count-rows.ts';
import { type CompiledOrder, frameOf, listOf, type RowSelection, racePath, shownColumns } from './list-compiler.ts';
import { type AccessPath, type ListPlan, pathsTo, pinsKey, planList } from './list-plan.ts';
import { planMerge } from './merge-plan.ts';
import { mergedPath } from './merged-rows.ts';

/** Skipping up to this many rows one by one still counts as a few look-ups. */
const KEY_OFFSET_MAX = 1000;
/** Walking up to this many rows of an order is as cheap as a few look-ups. */
const WALK_SPAN_MAX = 2048;

export function compileList(dialect: Dialect, selection: RowSelection): ListRead {
  const { scope, limit, offset } = selection;
  const { table } = scope;
  const condition = within(scope, selection.filter);
  const order = totalOrder(table, selection.order);
  const searched = findSearch(dialect, condition);
  if (searched !== undefined) return compileSearch(dialect, selection, { order, searched });
  const plan = planList(table, condition, order);
  const branches = branchesOf(dialect, plan, condition);
  // After a walk, the list need not be read in order, which is the most expensive plan when it is wrong.
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
      scan: race.scan && racePath(list, race.scan, undefined),
      tableId: table.id,
      limit,
      span,
    },
    count: selection.count ? countRows(dialect, { table, condition, branches }) : undefined,
    cost: pinsKey(condition) || isShort ? 'key' : 'open',
    suggestedIndex: plan.suggestedIndex,
  };
}

/**
 * Whether the rows before the page are read only by their ids. An engine that plans by statistics may then read the
 * whole table to fetch the page, so for it this pays only for distant pages.
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
  readonly race?: Pick<ListPlan, 'ordered' | 'filters'> & { readonly scan: AccessPath | undefined };
}

interface ChoiceContext {
  readonly table: Table;
  readonly condition: Condition;
  readonly isShort: boolean;
  readonly mayWalk: boolean;
}

function choosePaths(
  { indexHint }: Dialect,
  { ordered, filters }: ListPlan,
  { table, condition, isShort, mayWalk }: ChoiceContext,
): PathChoice {
  const [filter] = filters;
  // For the service's own tables only the engine knows the indexes.
  const isOwn = table.indexes.length === 0;
  if (indexHint === undefined || isOwn || pinsKey(condition)) return { first: undefined };
  if (isShort || filter === undefined || ordered?.rest.kind === 'always') return { first: ordered };
  if (ordered === undefined) return { first: undefined, race: { ordered, filters, scan: scanOf(table, condition) } };
  return mayWalk ? { first: undefined, race: { ordered, filters, scan: undefined } } : { first: filter };
}

/** The primary key leads to all rows. */
function scanOf(table: Table, condition: Condition): AccessPath | undefined {
  return pathsTo(table, condition)[0];
}

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

/** For engines that plan by statistics: an index with all rows in order, which one plan reads for all values. */
function walkOf(
  { indexHint }: Dialect,
  { ordered }: ListPlan,
  { table, condition, span }: WalkContext,
): AccessPath | undefined {
  if (indexHint !== undefined || table.indexes.length === 0 || span > WALK_SPAN_MAX) return undefined;
  if (ordered?.order !== 'whole' || ordered.found.kind !== 'always' || pinsKey(condition)) return undefined;
  return ordered;
}

/** Engines that plan by statistics estimate look-ups well only outside of an `or(…)`, so each term is separate. */
function branchesOf({ indexHint }: Dialect, { filters }: ListPlan, condition: Condition): readonly Condition[] {
  if (indexHint !== undefined || pinsKey(condition)) return [];
  const looks = filters.filter(({ found }) => lookedInto(found).length > 0);
  const either = looks.find(({ parts }) => parts !== undefined);
  if (either?.found.kind !== 'or') return looks.length > 0 ? [condition] : [];
  const { terms } = either.found;
  return terms.map((term, at) => and(term, ...terms.slice(0, at).map(not), either.rest));
}

/** Rounds up, so that few texts differ only in a number. */
function powerAbove(rows: number): number {
  return 2 ** Math.ceil(Math.log2(rows));
}

export function compileRow(dialect: Dialect, scope: Scope, id: string, cutAt?: number): ListRead {
  const { table } = scope;
  const into = new Bindings(dialect);
  const { before, after } = frameOf(into, scope.columns, cutAt);
  const where = compileWhere(and(idIs(table, id), scope.condition), into, ROW);
  return { rows: into.statement(before + fromTable(dialect, table) + where + after), count: undefined, cost: 'key' };
}
