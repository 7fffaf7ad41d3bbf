import { and } from '../../filter/combine.ts';
import type { Condition } from '../../filter/condition.ts';
import type { Column, Table } from '../../schema/table.ts';
import type { Bindings } from '../bindings.ts';
import { compileCondition, compileLookedUp } from '../compile-condition.ts';
import { byLookedUpValues, dependsOnlyOnCaller } from '../lookup-values.ts';
import { columnOf, LOOKUP, quoted, ROW } from '../names.ts';
import { fromTable, orderBy } from '../order-by.ts';
import type { OrderTerm } from '../scope.ts';
import type { AccessPath } from './list-plan.ts';

/** All rows that match, or those that match among the first rows of an index, up to a budget. */
export interface ListSource {
  readonly table: Table;
  readonly condition: Condition;
  /** Undefined: the engine chooses. */
  readonly path: AccessPath | undefined;
  /** Used only if there is no path. The engine finds all rows by these conditions, then orders them. No row meets two of them. */
  readonly branches: readonly Condition[];
  readonly budget: Budget;
  readonly columns: readonly Column[];
}

/** `bound`: the first value, set when the statement runs. A number is in the text, where the planner sees it. */
export type Budget = 'bound' | number | undefined;

/** Placeholder for a number of rows that is only known when the statement runs. */
const UNKNOWN = 0;

/** Must be bound before all other values. */
export function bindBudget(into: Bindings, { budget }: Pick<ListSource, 'budget'>): string | undefined {
  return budget === 'bound' ? into.bind(UNKNOWN, 'integer') : budget?.toString();
}

interface Slice {
  readonly where: string | undefined;
  readonly order: readonly OrderTerm[];
  readonly limit: string;
}

/** With a budget: all rows that the path finds in the slice, whether they match or not. */
export function sliceText(into: Bindings, source: ListSource, { where, order, limit }: Slice): string {
  const { table, condition, path, budget, branches } = source;
  if (path === undefined && branches.length > 0) {
    // OFFSET 0 keeps the planner from reading in order: it cannot know where in it the matches are.
    const found = `${foundText(into, table, { branches, output: '*' })} OFFSET 0`;
    return ` FROM (${found}) AS ${ROW}${whereText(into, ALWAYS, where)}${orderBy(into.dialect, order)}${limit}`;
  }
  const from = fromTable(into.dialect, table) + hintOf(into, table, path);
  const end = orderBy(into.dialect, order) + limit;
  if (path?.parts !== undefined) {
    const found = alternativesText(into, table, path.parts);
    return from + whereText(into, path.rest, where === undefined ? found : `${found} AND ${where}`) + end;
  }
  return from + whereText(into, sliceCondition(path, budget) ?? condition, where) + end;
}

/** ` FROM … WHERE …` of all matching rows. Each look-up runs once. */
export function matchesText(
  into: Bindings,
  { table, condition }: Pick<ListSource, 'table' | 'condition'>,
  path: AccessPath | undefined,
): string {
  const from = fromTable(into.dialect, table) + hintOf(into, table, path);
  if (path?.parts === undefined) return from + whereText(into, byLookedUpValues(condition), undefined);
  return from + whereText(into, byLookedUpValues(path.rest), alternativesText(into, table, path.parts));
}

function alternativesText(into: Bindings, table: Table, parts: readonly AccessPath[]): string {
  return `${ROW}."id" IN (${partsText(into, table, parts, true)})`;
}

interface BranchSelect {
  readonly branches: readonly Condition[];
  readonly output: string;
}

export function foundText(into: Bindings, table: Table, { branches, output }: BranchSelect): string {
  const from = fromTable(into.dialect, table);
  return branches.map((branch) => `SELECT ${output}${from}${whereText(into, branch, undefined)}`).join(' UNION ALL ');
}

/** The ids of the rows that each part finds, whether they match or not. */
function partsText(into: Bindings, table: Table, parts: readonly AccessPath[], isTested: boolean): string {
  const texts = parts.map((part) => {
    const rest = isTested ? part.rest : ALWAYS;
    const rows = `${into.dialect.table(table.physical)} AS ${ROW}${hintOf(into, table, part)}`;
    const { found } = part;
    if (found.kind !== 'exists' || !dependsOnlyOnCaller(found)) {
      return `SELECT ${ROW}."id" FROM ${rows}${whereText(into, and(found, rest), undefined)}`;
    }
    // The look-up is joined first, so that rows are read only when it holds.
    const gate = `(SELECT 1${compileLookedUp(found, into, LOOKUP, ROW)} LIMIT 1) AS _g`;
    return `SELECT ${ROW}."id" FROM ${gate} CROSS JOIN ${rows}${whereText(into, rest, undefined)}`;
  });
  return texts.join(' UNION ALL ');
}

/** The condition in the form that the path's index answers: a look-up then supplies the values to read. */
function sliceCondition(path: AccessPath | undefined, budget: Budget): Condition | undefined {
  if (path === undefined) return undefined;
  return budget === undefined ? and(path.found, path.rest) : path.found;
}

/** The rows stay in order, so reading stops at the end of the page. */
export function testedText(into: Bindings, { path }: ListSource, { read, page }: BudgetedRead): string {
  return ` FROM (${read}) AS ${ROW}${whereText(into, path?.rest ?? ALWAYS, undefined)}${page}`;
}

/** `read` returns ids. Engines with `indexHint` join a CROSS JOIN as written, which keeps the order of the rows. */
export function fetchedText(into: Bindings, { table, path }: ListSource, { read, page }: BudgetedRead): string {
  const rows = `${into.dialect.table(table.physical)} AS ${ROW}`;
  const tested = whereText(into, path?.rest ?? ALWAYS, undefined);
  return ` FROM (${read}) AS _ids CROSS JOIN ${rows} ON ${ROW}."id" = _ids."id"${tested}${page}`;
}

export function amongIdsText(
  into: Bindings,
  { table }: Pick<ListSource, 'table'>,
  { read, order }: { readonly read: string; readonly order: readonly OrderTerm[] },
): string {
  const { indexHint } = into.dialect;
  const rows = fromTable(into.dialect, table) + (indexHint?.(table.physical, undefined) ?? '');
  return `${rows} WHERE ${ROW}."id" IN (${read})${orderBy(into.dialect, order)}`;
}

interface BudgetedRead {
  readonly read: string;
  readonly page: string;
}

const ALWAYS: Condition = { kind: 'always' };

function hintOf({ dialect }: Bindings, { physical }: Table, path: AccessPath | undefined): string {
  return path === undefined || dialect.indexHint === undefined ? '' : dialect.indexHint(physical, path.index?.name);
}

function whereText(into: Bindings, condition: Condition, where: string | undefined): string {
  const texts = condition.kind === 'always' ? [] : [compileCondition(condition, into, ROW)];
  if (where !== undefined) texts.push(where);
  return texts.length === 0 ? '' : ` WHERE ${texts.join(' AND ')}`;
}

export function columnList({ columns, path, budget }: ListSource): string {
  const tested = budget !== undefined && path !== undefined ? columnsOf(path.rest) : [];
  const names = new Set([...columns, ...tested].map(({ physical }) => physical));
  return [...names].map((name) => columnOf(ROW, { physical: name })).join(', ');
}

export function columnsOf(condition: Condition): readonly Column[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.terms.flatMap(columnsOf);
    case 'not':
      return columnsOf(condition.term);
    case 'compare':
    case 'is':
      return [condition.column];
    case 'exists':
      return rowColumnsOf(condition.where);
    default:
      return [];
  }
}

function rowColumnsOf(where: Condition): readonly Column[] {
  switch (where.kind) {
    case 'and':
    case 'or':
      return where.terms.flatMap(rowColumnsOf);
    case 'not':
      return rowColumnsOf(where.term);
    default:
      return where.kind === 'compare_row' ? [where.rowColumn] : [];
  }
}

/** Binds the budget as the first value unless the caller has. */
export function probeText(
  into: Bindings,
  { table }: Pick<ListSource, 'table'>,
  path: AccessPath,
  budget = into.bind(UNKNOWN, 'integer'),
): string {
  if (path.parts !== undefined) {
    const ids = partsText(into, table, path.parts, false);
    return `SELECT count(*) AS ${quoted('count')} FROM (${ids} LIMIT ${budget})`;
  }
  const from = fromTable(into.dialect, table) + hintOf(into, table, path);
  const found = `SELECT 1${from}${whereText(into, path.found, undefined)} LIMIT ${budget}`;
  return `SELECT count(*) AS ${quoted('count')} FROM (${found})`;
}
