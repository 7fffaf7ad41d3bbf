import type { Condition } from '../../filter/condition.ts';
import { and } from '../../filter/index.ts';
import type { Column, Table, TableIndex } from '../../schema/table.ts';
import { amongLookedUp, dependsOnlyOnCaller } from '../lookup-values.ts';
import type { OrderTerm } from '../scope.ts';

/** An access path to a list's rows: one index, and how the list uses it. */
export interface AccessPath {
  /** Undefined for the primary key, which holds the rows by id. */
  readonly index: TableIndex | undefined;
  /** The paths to the rows of each term of an `or(…)`, which together find all. A row may be found by several. */
  readonly parts?: readonly AccessPath[];
  /** The part of the condition that limits the range read from the index. */
  readonly found: Condition;
  readonly rest: Condition;
  /** `whole`: the rows come in order. `ties`: in order, except among rows that are equal in the first terms. */
  readonly order: 'whole' | 'ties' | 'none';
}

export interface ListPlan {
  /** Returns the rows in order, so that reading stops at the end of the page; undefined when no index does. */
  readonly ordered: AccessPath | undefined;
  /** Find rows by the condition; the result must be sorted. The most promising path first. */
  readonly filters: readonly AccessPath[];
  /** The order of the ordered path, without columns that have the same value in all rows of the list. */
  readonly order: readonly OrderTerm[];
  /** The ordered path reads only rows of the page, so nothing can be cheaper. */
  readonly isExact: boolean;
  /** The columns of an index that would make the plan exact; undefined when no index can. */
  readonly suggestedIndex: readonly string[] | undefined;
}

const FILTERS_MAX = 3;
const SUGGESTED_COLUMNS_MAX = 5;

export function planList(table: Table, condition: Condition, total: readonly OrderTerm[]): ListPlan {
  const terms = termsOf(condition);
  const isFixed = (column: Column): boolean => terms.some((term) => term.kind === 'equal' && term.column === column);
  const order = total.filter(({ column }) => !isFixed(column));
  const paths = pathsOf(table, terms, order);
  const ordered = widestOf(paths.filter((path) => path.order !== 'none'));
  const filters = paths.filter((path) => path !== ordered && path.width > 0).sort((a, b) => b.width - a.width);
  const isExact = ordered?.order === 'whole' && ordered.rest.kind === 'always';
  const suggestedIndex = isExact ? undefined : suggestedIndexOf(terms, order);
  return { ordered, filters: filters.slice(0, FILTERS_MAX), order, isExact, suggestedIndex };
}

/** The paths to all rows that match, in any order. The first is the primary key. */
export function pathsTo(table: Table, condition: Condition): RankedPath[] {
  return pathsOf(table, termsOf(condition), []);
}

export function pinsKey(condition: Condition): boolean {
  if (condition.kind === 'and') return condition.terms.some(pinsKey);
  if (condition.kind !== 'compare' || (condition.op !== 'eq' && condition.op !== 'in')) return false;
  return condition.column.unique || condition.column.name === 'id';
}

function pathsOf(table: Table, terms: readonly Term[], order: readonly OrderTerm[]): RankedPath[] {
  const single = keysIn(table).map((keys) => pathOf(keys, terms, order));
  return [...single, ...terms.flatMap((term) => pathsOfEither(table, term, terms))];
}

export interface IndexKeys {
  readonly index: TableIndex | undefined;
  readonly columns: readonly Column[];
  readonly unique: boolean;
  /** Descending, except for the primary key and unique indexes of one column. */
  readonly isDown: boolean;
}

function keysOf(index: TableIndex): IndexKeys {
  const { columns, unique } = index;
  return { index, columns, unique, isDown: !(unique && columns.length === 1) };
}

export function keysIn(table: Table): readonly IndexKeys[] {
  return [primaryKey(table), ...table.indexes.map(keysOf)];
}

function primaryKey(table: Table): IndexKeys {
  const id = table.columnByName.get('id');
  return { index: undefined, columns: id === undefined ? [] : [id], unique: true, isDown: false };
}

type Kind = 'equal' | 'range' | 'other';

export interface Term {
  readonly condition: Condition;
  readonly found: Condition;
  readonly column: Column | undefined;
  readonly kind: Kind;
}

export interface RankedPath extends AccessPath {
  /** How much of the index the condition limits: 2 for each column with one value, 1 for a range. */
  readonly width: number;
}

function widestOf(paths: readonly RankedPath[]): RankedPath | undefined {
  let found: RankedPath | undefined;
  for (const path of paths) {
    const isBetter =
      found === undefined ||
      path.width > found.width ||
      (path.width === found.width && path.order === 'whole' && found.order === 'ties');
    if (isBetter) found = path;
  }
  return found;
}

export function pathOf(
  { index, columns, unique, isDown }: IndexKeys,
  terms: readonly Term[],
  order: readonly OrderTerm[],
): RankedPath {
  const used = new Set<Term>();
  let at = 0;
  for (; at < columns.length; at += 1) {
    const equal = terms.filter(({ column, kind }) => kind === 'equal' && column === columns[at]);
    if (equal.length === 0) break;
    for (const term of equal) used.add(term);
  }
  let width = at * 2;
  const ranges = terms.filter(({ column, kind }) => kind === 'range' && column === columns[at]);
  if (ranges.length > 0) width += 1;
  for (const term of ranges) used.add(term);
  const isSingle = unique && at === columns.length && columns.length > 0;
  return {
    index,
    found: and(...[...used].map(({ found }) => found)),
    rest: and(...terms.filter((term) => !used.has(term)).map(({ condition }) => condition)),
    order: isSingle ? 'whole' : orderedBy({ columns: columns.slice(at), unique, isDown }, terms, order),
    width,
  };
}

function pathsOfEither(table: Table, { condition }: Term, terms: readonly Term[]): readonly RankedPath[] {
  if (condition.kind !== 'or') return [];
  const parts = condition.terms.flatMap((term) => narrowest(table, term) ?? []);
  if (parts.length < condition.terms.length) return [];
  const rest = and(...terms.flatMap((term) => (term.condition === condition ? [] : [term.condition])));
  const width = Math.min(...parts.map((part) => part.width));
  return [{ index: undefined, parts, found: condition, rest, order: 'none', width }];
}

function narrowest(table: Table, condition: Condition): RankedPath | undefined {
  const terms = termsOf(condition);
  const paths = keysIn(table).map((keys) => pathOf(keys, terms, []));
  const widest = paths.reduce<RankedPath | undefined>(
    (top, path) => (path.width > (top?.width ?? 0) ? path : top),
    undefined,
  );
  return widest ?? pathOfCaller(terms);
}

/** Finds all rows or none, because the condition depends only on the caller. */
function pathOfCaller(terms: readonly Term[]): RankedPath | undefined {
  const gate = terms.find(({ condition }) => condition.kind === 'exists' && dependsOnlyOnCaller(condition));
  if (gate === undefined) return undefined;
  const rest = and(...terms.flatMap((term) => (term === gate ? [] : [term.condition])));
  return { index: undefined, found: gate.condition, rest, order: 'none', width: 1 };
}

type RestOfKeys = Pick<IndexKeys, 'columns' | 'unique' | 'isDown'>;

/** Whether the index, after its columns with one value each, holds the rows in this order. */
function orderedBy(keys: RestOfKeys, terms: readonly Term[], order: readonly OrderTerm[]): AccessPath['order'] {
  // A list of values is read as one range per value, and the ranges would have to be merged.
  const isSplit = terms.some((term) => isList(term.condition) && term.column === keys.columns[0]);
  if (isSplit) return 'none';
  let isForward: boolean | undefined;
  let at = 0;
  for (const { column, direction } of order) {
    // No two rows are equal in all columns of a unique index.
    if (keys.unique && at > 0 && at === keys.columns.length) return 'whole';
    const isId = column.name === 'id' && keys.columns[at]?.name !== 'id';
    const isThere = isId ? at === keys.columns.length : keys.columns[at] === column;
    const goesForward = isId ? direction === 'asc' : (direction === 'desc') === keys.isDown;
    if (!isThere || (isForward ?? goesForward) !== goesForward) return at === 0 ? 'none' : 'ties';
    isForward = goesForward;
    at += 1;
  }
  return 'whole';
}

export function termsOf(condition: Condition): Term[] {
  if (condition.kind === 'always') return [];
  if (condition.kind === 'and') return condition.terms.flatMap(termsOf);
  const found = condition.kind === 'exists' ? amongLookedUp(condition) : undefined;
  if (found !== undefined) return [{ condition, found, column: found.among.rowColumn, kind: 'range' }];
  return [{ condition, found: condition, ...kindOf(condition) }];
}

function kindOf(condition: Condition): Pick<Term, 'column' | 'kind'> {
  if (condition.kind === 'is' && condition.value !== 'not_null') return { column: condition.column, kind: 'equal' };
  if (condition.kind !== 'compare') return { column: undefined, kind: 'other' };
  const { column, op } = condition;
  if (column.type === 'json') return { column, kind: 'other' };
  switch (op) {
    case 'eq':
      return { column, kind: 'equal' };
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'between':
    case 'in':
      return { column, kind: 'range' };
    case 'starts_with':
      // Every text starts with the empty text.
      return { column, kind: condition.values[0] === '' ? 'other' : 'range' };
    default:
      return { column, kind: 'other' };
  }
}

function isList(condition: Condition): boolean {
  return condition.kind === 'exists' || (condition.kind === 'compare' && condition.op === 'in');
}

/** First the columns with one value each, then those of the order or, without an order, the columns with a range. */
function suggestedIndexOf(terms: readonly Term[], order: readonly OrderTerm[]): readonly string[] | undefined {
  const columns = new Set<Column>();
  for (const { column, kind } of terms) if (kind === 'equal' && column !== undefined) columns.add(column);
  const sorted = order.filter(({ column }) => column.name !== 'id' && !columns.has(column));
  for (const { column } of sorted) columns.add(column);
  if (sorted.length === 0)
    for (const { column, kind } of terms) if (kind === 'range' && column !== undefined) columns.add(column);
  const names = [...columns].map(({ name }) => name).filter((name) => name !== 'id');
  return names.length === 0 ? undefined : names.slice(0, SUGGESTED_COLUMNS_MAX);
}
