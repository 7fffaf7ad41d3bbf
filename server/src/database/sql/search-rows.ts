import type { CountRead } from '../database.ts';
import type { SearchSource } from '../dialect.ts';
import { and } from '../filter/combine.ts';
import type { Condition } from '../filter/condition.ts';
import type { SearchCondition } from '../search/search-condition.ts';
import type { Bindings } from './bindings.ts';
import { compileCondition } from './compile-condition.ts';
import { lookedInto } from './looked-into.ts';

/** A condition with a search in it, which is one of its outermost terms. */
export interface Searched {
  readonly search: SearchCondition;
  /** What the condition asks besides. */
  readonly rest: Condition;
}

/** Undefined when the condition has no search. */
export function findSearch(condition: Condition): Searched | undefined {
  const terms = outerTerms(condition);
  const search = terms.find((term) => term.kind === 'search');
  return search === undefined ? undefined : { search, rest: and(...terms.filter((term) => term !== search)) };
}

/** ` FROM … ORDER BY … LIMIT …`, the most relevant first. */
export function rankedText(into: Bindings, searched: Searched, page: string): string {
  return into.dialect.search.ranked(sourceOf(into, searched), into.bind, page);
}

/** The number of rows that a search finds. */
export function countFound(into: Bindings, searched: Searched): CountRead {
  const from = into.dialect.search.counted(sourceOf(into, searched), into.bind);
  const statement = into.statement(`SELECT count(*) AS "count"${from}`);
  return { statement, tableId: searched.search.table.id, lookedInto: lookedInto(searched.rest), whole: false };
}

/** The condition for rows that are named one by one. */
export function searchedByRow(condition: Condition): Condition {
  const searched = findSearch(condition);
  return searched === undefined ? condition : and({ ...searched.search, isForFew: true }, searched.rest);
}

function sourceOf(into: Bindings, { search, rest }: Searched): SearchSource {
  const owner = into.dialect.search.findsOwner ? findOwner(rest) : undefined;
  const others = owner === undefined ? rest : and(...outerTerms(rest).filter((term) => term !== owner.term));
  return {
    search,
    owner: owner?.id,
    rest: others.kind === 'always' ? undefined : (row) => compileCondition(others, into, row),
  };
}

/** A term that asks for rows of one owner. */
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
