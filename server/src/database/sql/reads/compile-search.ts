import type { CountRead, ListRead, RacePath } from '../../database.ts';
import type { Dialect } from '../../dialect.ts';
import { and } from '../../filter/combine.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Table } from '../../schema/table.ts';
import type { Statement } from '../../statement.ts';
import { Bindings } from '../bindings.ts';
import { lookedInto } from '../looked-into.ts';
import { orderBy, totalOrder } from '../order-by.ts';
import {
  betweenText,
  countFound,
  firstText,
  isFoundByWords,
  isNewestFirst,
  newestText,
  probeFound,
  rankedText,
  type SearchedRows,
  searchedByRow,
  searchedByWords,
  tailOfFound,
} from '../search-rows.ts';
import { type CompiledOrder, frameOf, listOf, type RowSelection, racePath, shownColumns } from './list-compiler.ts';
import { type AccessPath, pinsKey, planList } from './list-plan.ts';
import { type Budget, bindBudget, probeText } from './list-source.ts';
import type { Scan } from './scan-plan.ts';

/** Costs in entries of the word index: fetching a found row, looking a row up, recording a match. */
const FETCHED_ROW_COST = 16;
const TESTED_ROW_COST = 256;
const LISTED_ROW_COST = 64;
/** Testing a match and finding the place of its row in the order. */
const WALKED_ROW_COST = 64;
/** Comparing this many matches with recorded rows costs as much as recording a row. */
const MATCHES_PER_LISTED_ROW = 32;
/** Reading so many entries of the index of words takes about a millisecond. */
const SEARCH_BUDGET = 4_096;

/** The rows that a search finds, the most relevant first unless another order is requested. */
export function compileSearch(
  dialect: Dialect,
  selection: RowSelection,
  { order, searched }: Pick<CompiledOrder, 'order'> & { readonly searched: SearchedRows },
): ListRead {
  const { scope, limit, offset, place } = selection;
  const { table } = scope;
  const count = selection.count ? countMatches(dialect, selection, searched) : undefined;
  if (selection.order.length === 0) return { ...selectRanked(dialect, selection, searched), count, cost: 'open' };
  const byRow = searchedByRow(searched);
  const isNewest = place === undefined && limit > 0 && isNewestFirst(dialect, table, order);
  const newest = (budget: Budget): Statement =>
    newestRows(new Bindings(dialect), selection, { order, searched, budget });
  const amongRows: CompileMatches = (into, ids) =>
    newestRows(into, selection, { order, searched, ids, budget: undefined });
  if (isNewest && isFoundByWords(searched)) return { rows: newest(undefined), count, cost: 'open' };
  const plan = planList(table, byRow, order);
  const list = listOf(dialect, selection, { condition: byRow, order, walkOrder: plan.order, branches: [] });
  if (pinsKey(searched.rest)) return { rows: list(undefined, undefined), count, cost: 'open' };
  const isPlanned = dialect.indexHint === undefined;
  // The server may walk the order from the place on. Then the cheap test of a row comes before that of its index.
  const byWords = listOf(dialect, selection, {
    condition: isPlanned && place !== undefined ? and(byRow, searched.search) : searchedByWords(searched),
    order,
    walkOrder: order,
    branches: [],
  });
  const rows = (): Statement => byWords(undefined, undefined);
  if (isPlanned || limit === 0) {
    const found = place === undefined && limit > 0 ? plan.ordered?.found : undefined;
    const first = found && firstRows(dialect, selection, { order, searched, found });
    return { rows: first ?? rows(), count, cost: 'open' };
  }
  const probe = (): Statement => probeFound(new Bindings(dialect), searched);
  const ordered = place === undefined || plan.order.length === order.length ? plan.ordered : undefined;
  const inOrder = ordered && { ...racePath(list, ordered, 'bound'), rowCost: TESTED_ROW_COST };
  const walk = isNewest ? { probe, rows: () => newest('bound'), rowCost: WALKED_ROW_COST } : inOrder;
  // A range finds its rows late among the newest matches, while an index on the range finds them at once.
  const narrowing = isNewest && ordered !== undefined && ordered.found.kind !== 'always' ? [ordered] : [];
  const among = place === undefined ? amongPaths(dialect, selection, searched, amongRows) : [];
  const free = isNewest ? newest(undefined) : ordered && list(ordered, undefined);
  return {
    rows: free ?? rows(),
    // The words, a selective filter or an order that fills the page early may win; only a race tells which.
    race: {
      walk,
      filters: [
        { probe, rows, rowCost: FETCHED_ROW_COST },
        ...among,
        ...[...narrowing, ...plan.filters].map((path) => ({
          ...racePath(list, path, undefined),
          rowCost: TESTED_ROW_COST,
        })),
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

interface FoundRows extends Pick<CompiledOrder, 'order'> {
  readonly searched: SearchedRows;
  readonly budget: Budget;
  readonly ids?: string | undefined;
}

function firstRows(
  dialect: Dialect,
  selection: RowSelection,
  { order, searched, found }: Pick<FoundRows, 'order' | 'searched'> & { readonly found: Condition },
): Statement | undefined {
  const into = new Bindings(dialect);
  const text = orderBy(dialect, order);
  const from = firstText(into, searched, { span: selection.limit + selection.offset, order: text, found });
  return from === undefined ? undefined : pageFrom(into, selection, from + text);
}

function newestRows(into: Bindings, selection: RowSelection, { order, searched, budget, ids }: FoundRows): Statement {
  const { limit, offset } = selection;
  const from = newestText(into, searched, { span: limit + offset, budget: bindBudget(into, { budget }) }, ids);
  return pageFrom(into, selection, from + orderBy(into.dialect, order));
}

function pageFrom(into: Bindings, { scope, columns, cutAt, limit, offset }: RowSelection, found: string): Statement {
  const { before, after } = frameOf(into, shownColumns({ scope, columns }), cutAt);
  const page = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
  return into.statement(before + found + page + after);
}

function selectRanked(
  dialect: Dialect,
  selection: RowSelection,
  searched: SearchedRows,
): Pick<ListRead, 'rows' | 'paths'> {
  return allMatches(dialect, selection, searched, (into, ids) => rankedRows(into, selection, { searched, ids }));
}

function countMatches(dialect: Dialect, selection: RowSelection, searched: SearchedRows): CountRead {
  const { rows, paths } = allMatches(dialect, selection, searched, (into, ids) => countFound(into, searched, ids));
  const { table } = selection.scope;
  return {
    statement: rows,
    paths: paths && { ...paths, filters: [...paths.filters, ...countByRow(dialect, selection, searched)] },
    tail: tailOfFound(dialect, searched),
    tableId: table.id,
    lookedInto: lookedInto(searched.rest),
    whole: false,
  };
}

/** Looks up each row of a narrow filter in the word index. */
function countByRow(dialect: Dialect, selection: RowSelection, searched: SearchedRows): readonly RacePath[] {
  const { table } = selection.scope;
  // For a prefix, all its matches are collected first.
  if (searched.search.terms.some(({ isPrefix }) => isPrefix)) return [];
  const condition = searchedByRow(searched);
  const list = listOf(dialect, selection, { condition, order: [], walkOrder: [], branches: [] });
  return narrowingPaths(table, condition).map((path) => ({
    probe: () => list.probe(path),
    rows: () => {
      const into = new Bindings(dialect);
      return into.statement(`SELECT count(*) AS "count" FROM (${list.ids(into, path)})`);
    },
    rowCost: TESTED_ROW_COST,
  }));
}

function narrowingPaths(table: Table, condition: Condition): readonly AccessPath[] {
  const { ordered, filters } = planList(table, condition, totalOrder(table, []));
  return ordered === undefined || ordered.found.kind === 'always' ? filters : [ordered, ...filters];
}

/** `ids`: a query of the ids of all rows that meet the other conditions; without it, the row of each match is tested. */
type CompileMatches = (into: Bindings, ids: string | undefined) => Statement;

/** Alternatives with the same result use an index to narrow the other conditions. */
function allMatches(dialect: Dialect, selection: RowSelection, searched: SearchedRows, compile: CompileMatches): Scan {
  const byWords = (): Statement => compile(new Bindings(dialect), undefined);
  const { table } = selection.scope;
  const among = isFoundByWords(searched) ? [] : amongPaths(dialect, selection, searched, compile);
  if (among.length === 0) return { rows: byWords(), paths: undefined };
  const probe = (): Statement => probeFound(new Bindings(dialect), searched);
  const words = { probe, rows: byWords, rowCost: FETCHED_ROW_COST };
  return { rows: byWords(), paths: { tableId: table.id, rowCost: FETCHED_ROW_COST, filters: [words, ...among] } };
}

/** For each index that narrows the other conditions: records its rows and compares the matches between them. */
function amongPaths(
  dialect: Dialect,
  selection: RowSelection,
  searched: SearchedRows,
  compile: CompileMatches,
): readonly RacePath[] {
  if (dialect.search.between === undefined) return [];
  const { table } = selection.scope;
  const { rest: condition } = searched;
  const list = listOf(dialect, selection, { condition, order: [], walkOrder: [], branches: [] });
  return narrowingPaths(table, condition).map((path) => ({
    probe: () => {
      const into = new Bindings(dialect);
      const budget = into.bind(0, 'integer');
      const listed = probeText(into, { table }, path, budget);
      const matches = `${betweenText(into, searched, list.ids(into, path))} LIMIT ${MATCHES_PER_LISTED_ROW} * ${budget}`;
      const compared = `(SELECT count(*) / ${MATCHES_PER_LISTED_ROW} FROM (${matches}))`;
      return into.statement(
        `SELECT _l."count" + iif(_l."count" < ${budget}, ${compared}, 0) AS "count" FROM (${listed}) AS _l`,
      );
    },
    rows: () => {
      const into = new Bindings(dialect);
      return compile(into, list.ids(into, path));
    },
    rowCost: LISTED_ROW_COST,
  }));
}

function rankedRows(
  into: Bindings,
  { scope, columns, cutAt, limit, offset }: RowSelection,
  { searched, ids }: { readonly searched: SearchedRows; readonly ids: string | undefined },
): Statement {
  const shown = shownColumns({ scope, columns });
  const { before, after } = frameOf(into, shown, cutAt);
  const text = ` LIMIT ${into.bind(limit, 'integer')} OFFSET ${into.bind(offset, 'integer')}`;
  return into.statement(before + rankedText(into, searched, { text, span: limit + offset }, ids) + after);
}
