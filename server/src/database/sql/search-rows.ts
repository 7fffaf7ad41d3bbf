import type { Dialect, NewestPage, OrderedPage, SearchSource } from '../dialect.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { Table } from '../schema/table.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import type { Statement } from '../statement.ts';
import { Bindings } from './bindings.ts';
import { compileCondition } from './compile-condition.ts';
import { countTail } from './count-tail.ts';
import { lookedInto } from './looked-into.ts';
import type { OrderTerm } from './scope.ts';

export interface SearchedRows {
  readonly search: SearchCondition;
  readonly rest: Condition;
}

export function findSearch({ search: { findsOwner } }: Dialect, condition: Condition): SearchedRows | undefined {
  const terms = outerTerms(condition);
  const search = terms.find((term) => term.kind === 'search');
  if (search === undefined) return undefined;
  const rest = and(...terms.filter((term) => term !== search));
  return { search: findsOwner ? { ...search, owner: findOwner(rest)?.id } : search, rest };
}

export function rankedText(into: Bindings, searched: SearchedRows, page: RankedPage, ids?: string): string {
  return into.dialect.search.ranked(sourceOf(into, searched, ids), into.bind, page);
}

export function isNewestFirst({ search }: Dialect, { idsByTime }: Table, [first]: readonly OrderTerm[]): boolean {
  if (search.newest === undefined || first?.direction !== 'desc') return false;
  return first.column.name === 'id' || (first.column.name === 'created_at' && idsByTime === true);
}

/** ` FROM …` of the newest rows that are found; it may contain a few older ones. */
export function newestText(into: Bindings, searched: SearchedRows, page: NewestPage, ids?: string): string {
  const { newest } = into.dialect.search;
  if (newest === undefined) throw new Error('the index does not know which rows are new');
  return newest(sourceOf(into, searched, ids), into.bind, page);
}

/** ` FROM …` of the first rows in an order that an index has, or undefined where the engine plans that itself. */
export function firstText(
  into: Bindings,
  searched: SearchedRows,
  { found, ...page }: Omit<OrderedPage, 'found'> & { readonly found: Condition },
): string | undefined {
  const within = found.kind === 'always' ? undefined : (row: string) => compileCondition(found, into, row);
  return into.dialect.search.firstInOrder?.(sourceOf(into, searched), into.bind, { ...page, found: within });
}

/** The index itself answers every condition, so that no row is tested. */
export function isFoundByWords(searched: SearchedRows): boolean {
  return restOf(searched).kind === 'always';
}

type RankedPage = Parameters<Dialect['search']['ranked']>[2];

/** Counts the rows that contain the words, up to the budget, which is the first value. */
export function probeFound(into: Bindings, { search }: SearchedRows): Statement {
  const budget = into.bind(0, 'integer');
  const from = into.dialect.search.counted({ search, rest: undefined }, into.bind);
  return into.statement(`SELECT count(*) AS "count" FROM (SELECT 1${from} LIMIT ${budget})`);
}

export function betweenText(into: Bindings, { search }: SearchedRows, ids: string): string {
  const { between } = into.dialect.search;
  if (between === undefined) throw new Error('the index does not know where rows are');
  return `SELECT 1${between(search, ids, into.bind)}`;
}

export function countFound(into: Bindings, searched: SearchedRows, ids?: string): Statement {
  const from = into.dialect.search.counted(sourceOf(into, searched, ids), into.bind);
  return into.statement(`SELECT count(*) AS "count"${from}`);
}

export function tailOfFound(dialect: Dialect, searched: SearchedRows): (() => Statement) | undefined {
  const { search } = dialect;
  if (lookedInto(searched.rest).length > 0) return undefined;
  return () => {
    if (search.countTail === undefined) return countTail(dialect, searched.search.table, searchedByRow(searched));
    const into = new Bindings(dialect);
    const [after, upTo] = [into.bind('', 'uuid'), into.bind('', 'uuid')];
    return into.statement(search.countTail(sourceOf(into, searched), into.bind, { after, upTo }));
  };
}

/** The condition for rows that are tested one by one: each is looked up in the word index. */
export function searchedByRow({ search, rest }: SearchedRows): Condition {
  return and({ ...search, isForFew: true }, rest);
}

export function searchedByWords({ search, rest }: SearchedRows): Condition {
  return and(search, rest);
}

function restOf({ search, rest }: SearchedRows): Condition {
  const owner = search.owner === undefined ? undefined : findOwner(rest)?.term;
  return owner === undefined ? rest : and(...outerTerms(rest).filter((term) => term !== owner));
}

/** `ids`: a query of the ids of all rows that meet the other conditions, which are not tested then. */
function sourceOf(into: Bindings, searched: SearchedRows, ids?: string): SearchSource {
  const { search } = searched;
  if (ids !== undefined) return { search, rest: undefined, among: ids };
  const others = restOf(searched);
  return { search, rest: others.kind === 'always' ? undefined : (row) => compileCondition(others, into, row) };
}

function findOwner(rest: Condition): { readonly term: Condition; readonly id: string } | undefined {
  for (const term of outerTerms(rest)) {
    if (term.kind !== 'compare' || term.op !== 'eq' || term.column.name !== 'owner_id') continue;
    const [id] = term.values;
    if (typeof id === 'string') return { term, id };
  }
  return undefined;
}

function outerTerms(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.terms.flatMap(outerTerms) : [condition];
}
