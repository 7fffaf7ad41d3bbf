import type { CountRead } from '../database.ts';
import type { Dialect, SearchSource } from '../dialect.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import type { Statement } from '../statement.ts';
import type { Bindings } from './bindings.ts';
import { compileCondition } from './compile-condition.ts';
import { lookedInto } from './looked-into.ts';

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

/** ` FROM … ORDER BY … LIMIT …`, the most relevant rows first. */
export function rankedText(into: Bindings, searched: SearchedRows, page: RankedPage): string {
  return into.dialect.search.ranked(sourceOf(into, searched), into.bind, page);
}

type RankedPage = Parameters<Dialect['search']['ranked']>[2];

/** Counts the rows that contain the words, up to the budget, which is the first value. */
export function probeFound(into: Bindings, { search }: SearchedRows): Statement {
  const budget = into.bind(0, 'integer');
  const from = into.dialect.search.counted({ search, rest: undefined }, into.bind);
  return into.statement(`SELECT count(*) AS "count" FROM (SELECT 1${from} LIMIT ${budget})`);
}

export function countFound(into: Bindings, searched: SearchedRows): CountRead {
  const from = into.dialect.search.counted(sourceOf(into, searched), into.bind);
  const statement = into.statement(`SELECT count(*) AS "count"${from}`);
  return { statement, tableId: searched.search.table.id, lookedInto: lookedInto(searched.rest), whole: false };
}

/**
 * The condition for rows that are tested one by one: each is looked up in the word index. Not for words with a prefix
 * match: each such look-up would collect all rows of all words with that prefix.
 */
export function searchedByRow({ search, rest }: SearchedRows): Condition {
  return and({ ...search, isForFew: !hasPrefix(search) }, rest);
}

export function hasPrefix({ terms }: SearchCondition): boolean {
  return terms.some(({ isPrefix }) => isPrefix);
}

export function searchedByWords({ search, rest }: SearchedRows): Condition {
  return and(search, rest);
}

function sourceOf(into: Bindings, { search, rest }: SearchedRows): SearchSource {
  const owner = search.owner === undefined ? undefined : findOwner(rest)?.term;
  const others = owner === undefined ? rest : and(...outerTerms(rest).filter((term) => term !== owner));
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
